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
import { HttpRefusal } from '@callgate/http';
import { sendJson } from './send-response.ts';
import type { Downloads } from './downloads.ts';

const NAME = /^[a-z][A-Za-z.-]{0,60}$/;

const unknownOperation = (message: string): HttpRefusal =>
  new HttpRefusal(404, 'CONSOLE_ENDPOINT_UNKNOWN', message);

type OperationGuard = Pick<Operation, 'kind' | 'role'>;

/** What the door itself answers, because it knows who is signed in. */
const OWN: ReadonlyMap<string, OperationGuard> = new Map([
  ['me', { kind: 'read', role: 'viewer' }],
  ['me.leave', { kind: 'change', role: 'viewer' }],
]);

/** What is asked by this name. Only what is in the table can be. */
export const findGuard = (operations: OperationTable, name: string): OperationGuard => {
  const found = OWN.get(name) ?? (NAME.test(name) ? findOperation(operations, name) : undefined);
  if (found === undefined) throw unknownOperation('there is nothing by this name');
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
      'CONSOLE_ROLE',
      `this is for ${WITH_ARTICLE[needed]}, and you are ${WITH_ARTICLE[caller.role]}`,
      'whoever runs Callgate gives roles: `console` in callgate.yaml',
    );
};

/** The one parameter of a read. */
export const readQuery = (query: URLSearchParams): unknown => {
  const names = [...query.keys()];
  if (names.length > 1 || (names.length === 1 && names[0] !== 'q'))
    throw new HttpRefusal(400, 'CONSOLE_QUERY', 'the only parameter is q');
  return parseJson(query.get('q') ?? '{}');
};

export const parseJson = (text: string | Uint8Array): unknown => {
  try {
    return parseStrict(text, DEFAULT_PARSE_LIMITS);
  } catch (error) {
    if (error instanceof CallgateError) throw new HttpRefusal(400, error.code, error.message, error.help);
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
    'CONSOLE_PARAMS',
    `these parameters do not fit${placeOf(first?.path ?? [])}: ${first?.message ?? ''}`,
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
  if (operation === undefined) throw unknownOperation('nobody answers to this name');
  const result = await operation.handle(paramsOf(operation, given), caller);
  if (operation.kind === 'download') await downloads.send(response, result as DownloadFile, caller.subject);
  else sendJson(response, 200, result);
};
