import type { Role } from '@callgate/core/vocabulary';
import { z } from 'zod';
import type { Lock } from './lock.ts';

const sha = z.string().regex(/^sha256:[0-9a-f]{64}$/, 'a digest is `sha256:` and 64 digits');
const answers = z.record(z.string(), z.enum(['yes', 'no']));
const ROLE_NAMES = [
  'destination',
  'object',
  'critical',
  'code',
  'payload',
] as const satisfies readonly Role[];

const suggestion = z.strictObject({
  value: z.enum(['yes', 'no']),
  confidence: z.number().min(0).max(1),
  because: z.string(),
});

const entry = z.strictObject({
  definition: sha,
  claims: answers.exactOptional(),
  suggestions: z.record(z.string(), suggestion).exactOptional(),
  doubts: z.array(z.string()).readonly().exactOptional(),
  classification: z
    .strictObject({
      set: answers,
      by: z.string().min(1, 'say who'),
      at: z.iso.datetime({ offset: true, message: 'a time is written as 2026-01-31T12:00:00Z' }),
      why: z.string().min(1, 'say why'),
    })
    .exactOptional(),
  evidence: z.record(z.string(), z.string()).exactOptional(),
  roles: z.record(z.string(), z.enum(ROLE_NAMES)).exactOptional(),
  directory: z.boolean().exactOptional(),
});

// a member that is written and left empty is as good as one that is not there
const entries = z.preprocess((value) => value ?? {}, z.record(z.string(), entry));

export const lockSchema: z.ZodType<Lock> = z.strictObject({
  version: z.literal(1),
  servers: z.record(
    z.string(),
    z.strictObject({
      identity: z.string().min(1),
      identities: z.array(z.string().min(1)).readonly().exactOptional(),
      tools: entries,
      prompts: entries,
      templates: entries,
    }),
  ),
});
