import type { ServerResponse } from 'node:http';
import { CallgateError } from '@callgate/core';
import { DEFAULT_LIMITS, parseStrict } from '@callgate/core/receive';
import type { Caller, FileToSend, Operation, OperationTable, Role } from '@callgate/operations';
import { findOperation, hasRole } from '@callgate/operations';
import { HttpRefusal } from '@callgate/http';
import { sendJson } from './answer.ts';
import type { Downloads } from './downloads.ts';

const NAME = /^[a-z][A-Za-z.-]{0,60}$/;

const unknown = (message: string): HttpRefusal => new HttpRefusal(404, 'CONSOLE_ENDPOINT_UNKNOWN', message);

type Guard = Pick<Operation, 'kind' | 'role'>;

/** What the door itself answers, because it knows who is signed in. */
const OWN: ReadonlyMap<string, Guard> = new Map([
  ['me', { kind: 'read', role: 'viewer' }],
  ['me.leave', { kind: 'change', role: 'viewer' }],
]);

/** What is asked by this name. Only what is in the table can be. */
export const guardOf = (operations: OperationTable, name: string): Guard => {
  const found = OWN.get(name) ?? (NAME.test(name) ? findOperation(operations, name) : undefined);
  if (found === undefined) throw unknown('there is nothing by this name');
  return found;
};

const WITH_ARTICLE: Readonly<Record<Role, string>> = {
  viewer: 'a viewer',
  approver: 'an approver',
  operator: 'an operator',
};

export const checkRole = (caller: Caller, needed: Role): void => {
  if (!hasRole(caller, needed))
    throw new HttpRefusal(
      403,
      'CONSOLE_ROLE',
      `this is for ${WITH_ARTICLE[needed]}, and you are ${WITH_ARTICLE[caller.role]}`,
      'whoever runs Callgate gives roles: `console` in callgate.yaml',
    );
};

/** The one parameter of a read. */
export const queryOf = (query: URLSearchParams): unknown => {
  const names = [...query.keys()];
  if (names.length > 1 || (names.length === 1 && names[0] !== 'q'))
    throw new HttpRefusal(400, 'CONSOLE_QUERY', 'the only parameter is q');
  return jsonOf(query.get('q') ?? '{}');
};

export const jsonOf = (text: string | Uint8Array): unknown => {
  try {
    return parseStrict(text, DEFAULT_LIMITS);
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
export const answerWith = async (
  response: ServerResponse,
  { operations, downloads }: { readonly operations: OperationTable; readonly downloads: Downloads },
  name: string,
  given: unknown,
  caller: Caller,
): Promise<void> => {
  const operation = findOperation(operations, name);
  if (operation === undefined) throw unknown('nobody answers to this name');
  const result = await operation.handle(paramsOf(operation, given), caller);
  if (operation.kind === 'download') await downloads.send(response, result as FileToSend, caller.subject);
  else sendJson(response, 200, result);
};
