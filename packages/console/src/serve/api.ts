import type { ServerResponse } from 'node:http';
import { CallgateError, DEFAULT_LIMITS, parseStrict } from '@callgate/core';
import type { z } from 'zod';
import type { Caller, FileToSend, Role } from '@callgate/operations';
import { ENDPOINTS } from '@callgate/operations';
import { sendJson } from './answer.ts';
import type { Downloads } from './downloads.ts';
import { Refused } from './refused.ts';
import { may } from './roles.ts';

export interface Endpoint {
  readonly kind: 'read' | 'change' | 'download';
  readonly role: Role;
  readonly params: z.ZodType;
}

type Handler = (params: unknown, caller: Caller) => Promise<unknown>;

const NAME = /^[a-z][A-Za-z.-]{0,60}$/;

const own = <T>(of: object, name: string): T | undefined =>
  Object.hasOwn(of, name) ? (of as Readonly<Record<string, T>>)[name] : undefined;

/** What is asked by this name. Only what is in the table can be. */
export const endpointOf = (name: string): Endpoint => {
  const endpoint = NAME.test(name) ? own<Endpoint>(ENDPOINTS, name) : undefined;
  if (endpoint !== undefined) return endpoint;
  throw new Refused(404, 'CONSOLE_ENDPOINT_UNKNOWN', 'there is nothing by this name');
};

const WITH_ARTICLE: Readonly<Record<Role, string>> = {
  viewer: 'a viewer',
  approver: 'an approver',
  operator: 'an operator',
};

export const checkRole = ({ role }: Caller, needed: Role): void => {
  if (!may(role, needed))
    throw new Refused(
      403,
      'CONSOLE_ROLE',
      `this is for ${WITH_ARTICLE[needed]}, and you are ${WITH_ARTICLE[role]}`,
      'whoever runs Callgate gives roles: `console` in callgate.yaml',
    );
};

/** The one parameter of a read. */
export const queryOf = (query: URLSearchParams): unknown => {
  const names = [...query.keys()];
  if (names.length > 1 || (names.length === 1 && names[0] !== 'q'))
    throw new Refused(400, 'CONSOLE_QUERY', 'the only parameter is q');
  return jsonOf(query.get('q') ?? '{}');
};

export const jsonOf = (text: string | Uint8Array): unknown => {
  try {
    return parseStrict(text, DEFAULT_LIMITS);
  } catch (error) {
    if (error instanceof CallgateError) throw new Refused(400, error.code, error.message, error.help);
    throw error;
  }
};

const placeOf = (path: readonly PropertyKey[]): string => (path.length === 0 ? '' : ` at ${path.join('.')}`);

const paramsOf = ({ params }: Endpoint, given: unknown): unknown => {
  const read = params.safeParse(given);
  if (read.success) return read.data;
  const [first] = read.error.issues;
  throw new Refused(
    400,
    'CONSOLE_PARAMS',
    `these parameters do not fit${placeOf(first?.path ?? [])}: ${first?.message ?? ''}`,
  );
};

/** Asks a handler and writes what it says. */
export const answerWith = async (
  response: ServerResponse,
  endpoint: Endpoint,
  { handlers, downloads }: { readonly handlers: object; readonly downloads: Downloads },
  name: string,
  given: unknown,
  caller: Caller,
): Promise<void> => {
  const handler = own<Handler>(handlers, name);
  if (handler === undefined)
    throw new Refused(404, 'CONSOLE_ENDPOINT_UNKNOWN', 'nobody answers to this name');
  const result = await handler(paramsOf(endpoint, given), caller);
  if (endpoint.kind === 'download') await downloads.send(response, result as FileToSend, caller.subject);
  else sendJson(response, 200, result);
};
