import type { ServerResponse } from 'node:http';
import { CallgateError } from '@callgate/core';
import { DEFAULT_PARSE_LIMITS, parseStrict } from '@callgate/core/receive';
import type {
  OperationCaller,
  DownloadFile,
  Operation,
  OperationTable,
  OperationRole,
} from '@callgate/operations';
import { findOperation, hasRole } from '@callgate/operations';
import { HttpRefusal, toErrorBody } from '@callgate/http';
import { consoleErrors } from '@callgate/messages/errors/console';
import { sendJson } from './send-response.ts';
import type { Downloads } from './downloads.ts';

const NAME = /^[a-z][A-Za-z.-]{0,60}$/;

type OperationGuard = Pick<Operation, 'kind' | 'role'>;

/** What the door itself answers, because it knows who is signed in. */
const OWN: ReadonlyMap<string, OperationGuard> = new Map([
  ['me', { kind: 'read', role: 'viewer' }],
  ['me.leave', { kind: 'change', role: 'viewer' }],
]);

/** What is asked by this name. Only what is in the table can be. */
export const findGuard = (operations: OperationTable, name: string): OperationGuard => {
  const found = OWN.get(name) ?? (NAME.test(name) ? findOperation(operations, name) : undefined);
  if (found === undefined) throw new HttpRefusal(404, consoleErrors.endpointUnknown());
  return found;
};

const WITH_ARTICLE: Readonly<Record<OperationRole, string>> = {
  viewer: 'a viewer',
  approver: 'an approver',
  operator: 'an operator',
};

export const checkRole = (caller: OperationCaller, needed: OperationRole): void => {
  if (!hasRole(caller, needed))
    throw new HttpRefusal(
      403,
      consoleErrors.roleMissing({ needed: WITH_ARTICLE[needed], own: WITH_ARTICLE[caller.role] }),
    );
};

/** The one parameter of a read. */
export const readQuery = (query: URLSearchParams): unknown => {
  const names = [...query.keys()];
  if (names.length > 1 || (names.length === 1 && names[0] !== 'q'))
    throw new HttpRefusal(400, consoleErrors.queryInvalid());
  return parseJson(query.get('q') ?? '{}');
};

export const parseJson = (text: string | Uint8Array): unknown => {
  try {
    return parseStrict(text, DEFAULT_PARSE_LIMITS);
  } catch (error) {
    if (error instanceof CallgateError) throw new HttpRefusal(400, toErrorBody(error));
    throw error;
  }
};

const placeOf = (path: readonly PropertyKey[]): string => (path.length === 0 ? '' : ` at ${path.join('.')}`);

const paramsOf = ({ params }: Operation, given: unknown): unknown => {
  const read = params.safeParse(given);
  if (read.success) return read.data;
  const [first] = read.error.issues;
  throw new HttpRefusal(
    400,
    consoleErrors.parametersInvalid({ place: placeOf(first?.path ?? []), cause: first?.message ?? '' }),
  );
};

/** Asks for an operation and writes what it answers. */
export const answerOperation = async (
  response: ServerResponse,
  { operations, downloads }: { readonly operations: OperationTable; readonly downloads: Downloads },
  name: string,
  given: unknown,
  caller: OperationCaller,
): Promise<void> => {
  const operation = findOperation(operations, name);
  if (operation === undefined) throw new HttpRefusal(404, consoleErrors.endpointUnknown());
  const result = await operation.handle(paramsOf(operation, given), caller);
  if (operation.kind === 'download') await downloads.send(response, result as DownloadFile, caller.subject);
  else sendJson(response, 200, result);
};
