import { CallgateError, display } from '@callgate/core';
import { operationErrors } from '@callgate/messages/errors/operation';
import { operationMessages } from '@callgate/messages/operations';
import type { z } from 'zod';
import type { StatusApi } from './api/status.ts';
import type { ConsoleApi } from './api/index.ts';
import type { OperationCaller, DownloadFile, Operation, Operations, OperationRole } from './api/operation.ts';
import { OPERATION_ROLES } from './api/operation.ts';

/** Everything people can do. */
export interface OperationsApi extends ConsoleApi, StatusApi {}

export type OperationName = keyof OperationsApi;
export type OperationParams<N extends OperationName> = OperationsApi[N]['params'];
export type OperationResult<N extends OperationName> = OperationsApi[N]['result'];

/** What a process serves: all of the table, or the part that it can answer. */
export type OperationTable = Partial<Operations<OperationsApi>>;

/** Where operations are asked: in this process, or in another one behind a socket. */
export interface OperationsClient {
  /** Throws CONTROL_METHOD, CONTROL_ROLE or CONTROL_PARAMS before anything is done. */
  ask<N extends OperationName>(name: N, params: OperationParams<N>): Promise<OperationResult<N>>;
}

type OperationHandler<P, R> = (params: P, caller: OperationCaller) => Promise<R>;

/** An operation that changes nothing. */
export const defineRead = <P, R>(
  role: OperationRole,
  params: z.ZodType<P>,
  handle: OperationHandler<P, R>,
): Operation<P, R> & { readonly kind: 'read' } => ({ kind: 'read', role, params, handle });

export const defineChange = <P, R>(
  role: OperationRole,
  params: z.ZodType<P>,
  handle: OperationHandler<P, R>,
): Operation<P, R> & { readonly kind: 'change' } => ({ kind: 'change', role, params, handle });

/** An operation that answers with a file. */
export const defineDownload = <P>(
  role: OperationRole,
  params: z.ZodType<P>,
  handle: OperationHandler<P, DownloadFile>,
): Operation<P, DownloadFile> & { readonly kind: 'download' } => ({ kind: 'download', role, params, handle });

export const findOperation = (table: OperationTable, name: string): Operation | undefined =>
  Object.hasOwn(table, name) ? (table[name as OperationName] as Operation) : undefined;

export const hasRole = ({ role }: Pick<OperationCaller, 'role'>, needed: OperationRole): boolean =>
  OPERATION_ROLES.indexOf(role) >= OPERATION_ROLES.indexOf(needed);

export const shapeProblem = (error: z.ZodError): string => {
  const [issue] = error.issues;
  const path = issue?.path.map(String).join('.') ?? '';
  return display(
    `${path === '' ? '' : `${path}: `}${issue?.message ?? operationMessages.parametersUnreadable}`,
    { max: 200 },
  );
};

/** Asks the operations of this process as one caller. */
export const localClient = (table: OperationTable, caller: OperationCaller): OperationsClient => ({
  ask: async <N extends OperationName>(name: N, given: OperationParams<N>): Promise<OperationResult<N>> => {
    const operation = findOperation(table, name);
    if (operation === undefined) throw new CallgateError(operationErrors.unknown());
    if (!hasRole(caller, operation.role))
      throw new CallgateError(operationErrors.roleMissing({ role: operation.role }));
    const params = operation.params.safeParse(given);
    if (!params.success)
      throw new CallgateError(operationErrors.parametersInvalid({ cause: shapeProblem(params.error) }));
    return (await operation.handle(params.data, caller)) as OperationResult<N>;
  },
});
