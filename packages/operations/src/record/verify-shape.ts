import { z } from 'zod';
import type { VerifyResult, VerifyJob } from '../api/audit.ts';

const found: z.ZodType<VerifyResult> = z.strictObject({
  verdict: z.enum(['intact', 'broken', 'unknown']),
  gaps: z.array(z.enum(['key', 'anchors', 'archives', 'tail-signature', 'older-than-remembered'])),
  rows: z.number(),
  calls: z.number(),
  kept: z.number(),
  checkpoints: z.number(),
  signedRows: z.number(),
  anchoredRows: z.number(),
  problems: z.array(
    z.strictObject({
      code: z.string(),
      seq: z.number().nullable(),
      call: z.string().nullable(),
      what: z.string(),
    }),
  ),
  problemCount: z.number(),
  unknown: z.array(z.string()),
  key: z.string(),
  head: z.strictObject({ seq: z.number(), at: z.number(), hash: z.string() }),
  signed: z.array(z.strictObject({ size: z.number(), at: z.number(), key: z.string() })),
});

/** As another console says it. */
export const verifyJobShape: z.ZodType<VerifyJob> = z.strictObject({
  state: z.enum(['never', 'running', 'done', 'failed', 'stopped']),
  job: z.string(),
  by: z.string(),
  startedAt: z.number(),
  endedAt: z.number().nullable(),
  done: z.number(),
  of: z.number(),
  found: found.nullable(),
  problem: z.strictObject({ code: z.string(), message: z.string(), help: z.string().nullable() }).nullable(),
});
