import type { Json } from '@callgate/core';
import { CallgateError, display, isJsonObject } from '@callgate/core';
import type { ParseLimits } from '@callgate/core/receive';
import { parseStrict } from '@callgate/core/receive';
import { z } from 'zod';
import { shapeProblem } from '../operation-table.ts';

const MIB = 1_048_576;

/** Bytes of one line. Whoever sends more is not one of us. */
export const MAX_REQUEST: number = 256 * 1024;
/** The whole arguments of a call may be in it, escaped. */
export const MAX_ANSWER: number = 64 * MIB;

export const REQUEST_LIMITS: ParseLimits = Object.freeze({
  bytes: MAX_REQUEST,
  depth: 32,
  keys: 10_000,
  string: 65_536,
  array: 1000,
});

export const ANSWER_LIMITS: ParseLimits = Object.freeze({
  bytes: MAX_ANSWER,
  depth: 128,
  keys: 2_000_000,
  string: MAX_ANSWER,
  array: 200_000,
});

/** One line from the client. */
export interface ControlRequest {
  readonly id: number;
  readonly method: string;
  readonly params: Json;
}

export interface ControlFault {
  readonly code: string;
  readonly message: string;
  readonly help?: string;
}

/** One line to the client. `id` is null where it could not be read. */
export type ControlAnswer =
  | { readonly id: number; readonly result: Json }
  | { readonly id: number | null; readonly error: ControlFault }
  | { readonly event: Json };

const json = z.custom<Json>((value) => value !== undefined, 'is missing');
const id = z.int().min(0);

const request = z.strictObject({ id, method: z.string().max(64), params: json });

const answer: z.ZodType<ControlAnswer> = z.union([
  z.strictObject({ id, result: json }),
  z.strictObject({
    id: id.nullable(),
    error: z.strictObject({ code: z.string(), message: z.string(), help: z.string().exactOptional() }),
  }),
  z.strictObject({ event: json }),
]);

/** A line that is no request, with the id it had, if it had one. */
export class NotARequest extends CallgateError {
  readonly request: number | null;

  constructor(message: string, of: number | null) {
    super('CONTROL_LINE', message, { help: 'send one {id, method, params} a line' });
    this.request = of;
  }
}

export const readRequest = (line: Uint8Array): ControlRequest => {
  let content: Json;
  try {
    content = parseStrict(line, REQUEST_LIMITS);
  } catch (error) {
    throw new NotARequest(error instanceof CallgateError ? error.message : 'not JSON', null);
  }
  const parsed = request.safeParse(content);
  if (parsed.success) return parsed.data;
  const given = isJsonObject(content) ? id.safeParse(content['id']) : undefined;
  throw new NotARequest(shapeProblem(parsed.error), given?.success === true ? given.data : null);
};

export const readAnswer = (line: Uint8Array): ControlAnswer => {
  const parsed = answer.safeParse(parseStrict(line, ANSWER_LIMITS));
  if (parsed.success) return parsed.data;
  throw new CallgateError(
    'CONTROL_ANSWER',
    `what came over the socket is no answer: ${shapeProblem(parsed.error)}`,
  );
};

const CUT = '\n';

/** One line in ASCII: no character in it is a separator to anybody. */
export const lineOf = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[\u007f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  ) + CUT;

export const faultOf = (error: unknown): ControlFault => {
  if (!(error instanceof CallgateError))
    return {
      code: 'UNEXPECTED',
      message: display(error instanceof Error ? error.message : String(error), { max: 200 }),
    };
  const { code, message, help } = error;
  return help === undefined ? { code, message } : { code, message, help };
};
