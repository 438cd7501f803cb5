import type { Json, Session } from '@callgate/core';
import type { SessionLabels } from '@callgate/core/label';
import { ACTION_KINDS } from '@callgate/core/label';
import { z } from 'zod';

const count = z.number().int().min(0);
const strength = z.enum(['none', 'possible', 'known']);
const via = z.enum(['host', 'task', 'intent']);
const json = z.custom<Json>((value) => value !== undefined, 'is missing');

const witness = z.strictObject({
  call: z.string(),
  path: z.array(z.union([z.string(), z.number()])),
  span: z.tuple([z.number(), z.number()]).exactOptional(),
});

const label = z.strictObject({
  strength,
  witnesses: z.array(witness),
  at: z.number().exactOptional(),
});

/** Labels of a session, a principal or a store. */
export const sessionLabelsSchema: z.ZodType<SessionLabels> = z.strictObject({
  private: label,
  untrusted: label,
});

/** A session as `Session` is serialised. Strict: a part that is not known here must not be lost. */
export const sessionSchema: z.ZodType<Session> = z.strictObject({
  v: z.literal(1),
  context: z.string(),
  labels: sessionLabelsSchema,
  declassifications: z.array(
    z.strictObject({
      label: z.enum(['private', 'untrusted']),
      by: z.string(),
      reason: z.string(),
      at: z.number().exactOptional(),
    }),
  ),
  said: z.array(z.strictObject({ text: z.string(), via, agreed: z.string().exactOptional() })),
  proposed: z.string().exactOptional(),
  unbelieved: z.array(
    z.strictObject({
      text: z.string(),
      via,
      why: z.enum([
        'the client is not vouched for',
        'untrusted content was already seen',
        'definitions of an untrusted server were listed',
      ]),
    }),
  ),
  seen: z.array(
    z.strictObject({
      call: z.string(),
      server: z.string(),
      tool: z.string(),
      resource: z.string(),
      origin: z.enum(['trusted', 'untrusted']),
      // a session of an earlier version does not say: then all of it counts as private
      private: strength.default('known'),
      directory: z.boolean(),
      vouched: z.boolean(),
      whole: z.boolean(),
      page: z.string().exactOptional(),
      own: z.literal(true).exactOptional(),
      filled: z.literal(true).exactOptional(),
      about: z.array(z.string()).nullable(),
      result: json,
      size: count,
    }),
  ),
  kept: count,
  created: z.array(z.strictObject({ server: z.string(), resource: z.string(), id: z.string() })),
  approved: z
    .array(
      z.strictObject({
        call: z.string(),
        server: z.string(),
        tool: z.string(),
        definition: z.string(),
        values: z.array(z.string()),
        left: count,
      }),
    )
    .exactOptional(),
  changes: z
    .array(z.strictObject({ server: z.string(), call: z.string(), own: z.boolean() }))
    .exactOptional(),
  pages: z
    .array(z.strictObject({ server: z.string(), opened: z.string(), call: z.string(), proven: z.boolean() }))
    .exactOptional(),
  denied: z.array(z.string()).exactOptional(),
  dropped: z.strictObject({ words: count, results: count, created: count }),
  listed: z.array(z.string()).exactOptional(),
  members: z.array(z.string()).exactOptional(),
  host: z.string().exactOptional(),
  prohibitions: z
    .array(
      z.strictObject({
        verbs: z.array(z.string()),
        deeds: z.array(z.enum(ACTION_KINDS)),
        about: z.array(z.string()).nullable(),
      }),
    )
    .default([]),
  unkept: z
    .strictObject({
      some: z.boolean(),
      untrusted: z.literal(true).exactOptional(),
      awaited: z.array(z.string()),
    })
    .default({ some: true, untrusted: true, awaited: [] }),
});
