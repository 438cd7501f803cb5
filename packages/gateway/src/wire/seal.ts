import type { Json, JsonObject } from '@callgate/core';
import { canonical, isJsonObject, getOwn } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import type { Keys } from '@callgate/gate';
import { z } from 'zod';
import type { Caller } from './exchange.ts';

/** What a client carries for us between two requests. It cannot read it, change it, or give it to another. */
export type CarriedState =
  /** A call of ours that waits for a person. */
  | {
      readonly type: 'approval';
      readonly ticket: string;
      readonly call: string;
      readonly binding: string;
      /** What the gate gave for the question that was asked. */
      readonly receipt: string;
      /** The server's own state, and what was answered to it, that belong to the call. */
      readonly state: string | null;
      readonly inputs: JsonObject | null;
    }
  /** A server's own state. */
  | {
      readonly type: 'upstream';
      readonly server: string;
      readonly target: string;
      /** Digest of the arguments that the state was given for. */
      readonly arguments: string;
      readonly state: string;
    };

const carriedSchema: z.ZodType<CarriedState> = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('approval'),
    ticket: z.string(),
    call: z.string(),
    binding: z.string(),
    receipt: z.string(),
    state: z.string().nullable(),
    inputs: z.custom<JsonObject>((value) => isJsonObject(value as Json)).nullable(),
  }),
  z.strictObject({
    type: z.literal('upstream'),
    server: z.string(),
    target: z.string(),
    arguments: z.string(),
    state: z.string(),
  }),
]);

const sealContext = ({ principal, context }: Caller): string =>
  `request-state\n${canonical([principal.subject, context])}`;

export const seal = (keys: Keys, caller: Caller, carried: CarriedState, endsAt: number): string =>
  keys.encrypt(canonical({ v: 1, endsAt, carried: { ...carried } }), sealContext(caller));

/** Undefined where it is not ours, was changed, belongs to another client or is too old. */
export const unseal = (keys: Keys, caller: Caller, sealed: string, now: number): CarriedState | undefined => {
  try {
    const opened = parseStrict(keys.decrypt(sealed, sealContext(caller)));
    if (!isJsonObject(opened)) return undefined;
    const endsAt = getOwn(opened, 'endsAt');
    if (typeof endsAt !== 'number' || now > endsAt) return undefined;
    return carriedSchema.parse(getOwn(opened, 'carried'));
  } catch {
    return undefined;
  }
};
