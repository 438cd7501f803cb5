import { z } from 'zod';
import type { ChangeKind } from '@callgate/gate/replay';
import type { Comparison, ComparisonResult, LayerText, PolicySummary, ShadowRun } from '../api/policy.ts';

const outcome = z.enum(['auto', 'confirm', 'block']);
const kind = z.enum(['runs', 'loosened', 'tightened', 'otherwise']);
const counts = z.strictObject({ auto: z.number(), confirm: z.number(), block: z.number() });
const words = z.array(z.string());

const summary: z.ZodType<PolicySummary> = z.strictObject({
  name: z.string(),
  revision: z.string(),
  mode: z.enum(['enforce', 'observe']),
  timeoutCapMs: z.number().nullable(),
});

const changes: z.ZodType<Readonly<Record<ChangeKind, number>>> = z.strictObject({
  runs: z.number(),
  loosened: z.number(),
  tightened: z.number(),
  otherwise: z.number(),
});

const tally = {
  calls: z.number(),
  before: counts,
  after: counts,
  changes,
  changed: z.array(
    z.strictObject({
      kind,
      tool: z.string(),
      before: outcome,
      after: outcome,
      rulesBefore: words,
      rulesAfter: words,
      reason: z.string(),
      dropped: words,
      added: words,
      count: z.number(),
      calls: z.array(z.strictObject({ call: z.string(), at: z.number(), principal: z.string() })),
    }),
  ),
  unlisted: z.number(),
};

const result: z.ZodType<ComparisonResult> = z.strictObject({
  ...tally,
  decidedOtherwise: z.number(),
  unreadable: z.strictObject({
    count: z.number(),
    some: z.array(z.strictObject({ seq: z.number(), tool: z.string(), because: z.string() })),
  }),
  tools: z.strictObject({
    compared: z.number(),
    loosened: z.number(),
    changed: z.array(
      z.strictObject({
        kind,
        tool: z.string(),
        session: z.enum(['clean', 'labelled']),
        before: outcome,
        after: outcome,
      }),
    ),
  }),
});

const shadowed = z.strictObject({
  name: z.string(),
  revision: z.string(),
  mode: z.enum(['enforce', 'observe']),
});

/** As an entry of the audit log says it; entries of later versions may say more. */
export const shadowRunShape: z.ZodType<ShadowRun> = z.object({
  candidate: shadowed,
  base: shadowed,
  since: z.number(),
  until: z.number(),
  unjudged: z.number(),
  ...tally,
});

/** As another console says it. */
export const comparisonShape: z.ZodType<Comparison> = z.strictObject({
  id: z.string(),
  state: z.enum(['running', 'done', 'stopped', 'failed']),
  target: z.enum(['candidate', 'configuration']),
  digest: z.string(),
  candidate: summary,
  base: summary,
  startedAt: z.number(),
  done: z.number(),
  of: z.number(),
  result: result.nullable(),
  problem: z.string().nullable(),
});

export const layersShape: z.ZodType<readonly LayerText[]> = z.array(
  z.strictObject({ name: z.string(), text: z.string() }),
);
