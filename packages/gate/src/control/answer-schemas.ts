import type { Json, JsonObject } from '@callgate/core';
import { STRENGTHS, isJsonObject } from '@callgate/core';
import { z } from 'zod';
import type { Question } from '../confirm/channel.ts';
import type { CastVote, VoteResult } from '../confirm/desk.ts';
import type { ArgumentConstraint, Grant } from '../confirm/grant.ts';
import { CALL_STATES } from '../record/call-row.ts';
import type { ApproverFigures } from '../store/reader.ts';
import { decisionSchema, situationSchema } from '../store/rows/call-schema.ts';
import type { Alert } from '../store/store.ts';

const names = z.array(z.string());
const json = z.custom<Json>((value) => value !== undefined, 'is missing');
const object = z.custom<JsonObject>((value) => isJsonObject(value as Json), 'is not an object');
const strength = z.enum(STRENGTHS);

const constraints: z.ZodType<ArgumentConstraint[]> = z
  .array(
    z.union([
      z.strictObject({ path: z.array(z.union([z.string(), z.number()])), equals: json }),
      z.strictObject({ path: z.array(z.union([z.string(), z.number()])), like: z.string() }),
    ]),
  )
  .max(50);

const ends = { uses: z.int().min(1), endsInMs: z.int().min(1) };

export const grantWishSchema: z.ZodType<NonNullable<CastVote['grant']>> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('session'), ...ends }),
  z.strictObject({ kind: z.literal('destination'), ...ends }),
  z.strictObject({ kind: z.literal('arguments'), constraints, ...ends }),
]);

export const grantSchema: z.ZodType<Grant> = z.strictObject({
  id: z.string(),
  principal: z.string(),
  server: z.string(),
  serverIdentity: z.string().exactOptional(),
  target: z.string(),
  definition: z.string(),
  policy: z.string(),
  scope: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('once'), call: z.string() }),
    z.strictObject({ kind: z.literal('session'), session: z.string() }),
    z.strictObject({ kind: z.literal('destination'), destinations: names }),
    z.strictObject({ kind: z.literal('arguments'), constraints }),
  ]),
  rules: names,
  by: names,
  call: z.string(),
  givenAt: z.number(),
  endsAt: z.number(),
  uses: z.number(),
  usesLeft: z.number(),
  revoked: z.strictObject({ by: z.string(), reason: z.string(), at: z.number() }).nullable(),
});

export const alertSchema: z.ZodType<Alert> = z.strictObject({
  id: z.string(),
  at: z.number(),
  code: z.string(),
  message: z.string(),
  call: z.string().nullable(),
  to: names,
});

export const approverSchema: z.ZodType<ApproverFigures> = z.strictObject({
  subject: z.string(),
  approved: z.number(),
  refused: z.number(),
  medianMs: z.number(),
  hasty: z.number(),
});

export const voteResultSchema: z.ZodType<VoteResult> = z.strictObject({
  state: z.enum(CALL_STATES),
  refusedBecause: z.string().exactOptional(),
  missing: names,
  grant: grantSchema.exactOptional(),
  noGrantBecause: z.string().exactOptional(),
});

const origins = z.custom<Question['origins']>(
  (value) =>
    situationSchema.safeParse({
      labels: { private: 'none', untrusted: 'none' },
      words: false,
      origins: value,
      intended: false,
    }).success,
  'does not say where values come from',
);

export const questionSchema: z.ZodType<Question> = z.strictObject({
  call: z.string(),
  principal: z.string(),
  delegation: z.array(z.string()),
  client: z.string().nullable(),
  context: z.string(),
  server: z.string(),
  target: z.string(),
  definition: z.string(),
  arguments: object,
  argumentsDigest: z.string(),
  decision: decisionSchema,
  labels: z.strictObject({ private: strength, untrusted: strength }),
  origins,
  binding: z.string(),
  askedAt: z.number(),
  expiresAt: z.number(),
  selfApproval: z.boolean(),
  twin: z.strictObject({ call: z.string(), state: z.string() }).nullable(),
});
