import type { Decision, Principal } from '@callgate/core';
import { HINT_NAMES, OUTCOMES } from '@callgate/core';
import { RULE_LAYERS } from '@callgate/core/decide';
import { FACT_NAMES, GROUNDS } from '@callgate/core/disclose';
import { LABEL_STRENGTHS } from '@callgate/core/label';
import { ARGUMENT_ROLES } from '@callgate/core/vocabulary';
import { z } from 'zod';
import type { CallFault, Settlement, StoredSituation } from '../../record/call-row.ts';

const names = z.array(z.string());
const answer = z.enum(['yes', 'no', 'unknown']);
const strength = z.enum(LABEL_STRENGTHS);
const labels = z.strictObject({ private: strength, untrusted: strength });
const path = z.array(z.union([z.string(), z.number()]));
const outcome = z.enum(OUTCOMES);

export const principalSchema: z.ZodType<Principal> = z.strictObject({
  subject: z.string(),
  kind: z.enum(['human', 'service']),
  groups: names,
  roles: names,
  delegation: names,
});

const unproven = z.strictObject({
  path,
  origin: z.enum(['person', 'created', 'directory', 'trusted', 'untrusted', 'nowhere']).exactOptional(),
  role: z.enum(ARGUMENT_ROLES).exactOptional(),
  text: z.string().exactOptional(),
  firstSeen: z
    .strictObject({
      call: z.string(),
      path,
      span: z.tuple([z.number(), z.number()]).exactOptional(),
      server: z.string(),
      tool: z.string(),
    })
    .exactOptional(),
  carried: z.literal(true).exactOptional(),
});

export const situationSchema: z.ZodType<StoredSituation> = z.strictObject({
  labels,
  words: z.boolean(),
  origins: z.strictObject({
    proven: answer,
    destination: answer,
    created: answer,
    unproven: z.array(unproven),
    unasked: z.string().exactOptional(),
    denied: z.literal(true).exactOptional(),
    forbidden: z.string().exactOptional(),
    outbound: z.literal(true).exactOptional(),
  }),
  intended: z.boolean(),
  identity: z.string().exactOptional(),
  client: z.string().exactOptional(),
  userMessage: z.string().exactOptional(),
  operatorReason: z.string().exactOptional(),
  ownLabelRules: names.exactOptional(),
  planned: z.literal(true).exactOptional(),
  asksAhead: z.literal(true).exactOptional(),
  counts: z.literal(true).exactOptional(),
  sessions: names.exactOptional(),
  store: z.string().exactOptional(),
  preview: z
    .union([
      z.strictObject({ digest: z.string(), sealed: z.string() }),
      z.strictObject({ problem: z.string() }),
    ])
    .exactOptional(),
});

const hours = z.strictObject({ from: z.number(), to: z.number() });

const obligations = z.strictObject({
  approvers: z.array(z.strictObject({ count: z.number(), group: z.string().exactOptional() })),
  terms: z.enum(['plain', 'strong']),
  audit: z.enum(['standard', 'full']),
  redact: names,
  noCaching: z.boolean(),
  timeoutMs: z.number().nullable(),
  retries: z.number(),
  concurrency: z.array(z.strictObject({ per: z.enum(['tool', 'server', 'principal']), limit: z.number() })),
  hours: z.array(hours).nullable(),
  progress: z.boolean(),
  aiTag: z.boolean(),
  undo: z.boolean(),
  preview: z.boolean(),
  notify: names,
  raise: names.exactOptional(),
  model: z.strictObject({ atLeast: z.number().nullable(), atMost: z.number().nullable() }),
});

export const decisionSchema: z.ZodType<Decision> = z.strictObject({
  v: z.literal(1),
  outcome,
  mode: z.enum(['enforce', 'observe']),
  policy: z.string(),
  rules: z.array(
    z.strictObject({
      id: z.string(),
      layer: z.enum(RULE_LAYERS),
      outcome: outcome.nullable(),
      reason: z.string(),
      counted: z.enum(['matches', 'without-claims', 'weaker-labels', 'fault']),
    }),
  ),
  exceptions: z.array(
    z.strictObject({ id: z.string(), rule: z.string(), reason: z.string(), until: z.number() }),
  ),
  reasons: names,
  beliefs: z.record(z.string(), z.strictObject({ value: answer, ground: z.enum(GROUNDS) })),
  facts: z.record(z.enum(FACT_NAMES), answer),
  conflicts: z.array(z.strictObject({ hints: z.array(z.enum(HINT_NAMES)), between: names })),
  labels,
  read: names,
  obligations,
  undoTool: z.strictObject({ name: z.string(), believed: z.boolean() }).exactOptional(),
});

export const faultSchema: z.ZodType<CallFault> = z.strictObject({ code: z.string(), message: z.string() });

export const settledSchema: z.ZodType<Settlement> = z.strictObject({
  as: z.enum(['happened', 'did-not-happen']),
  by: z.string(),
  reason: z.string(),
  at: z.number(),
});
