import { SCANNED_PRESETS } from '@callgate/catalogue';
import type { ScanReport } from '@callgate/catalogue';
import { HINT_NAMES } from '@callgate/core';
import { z } from 'zod';

const answer = z.enum(['yes', 'no']);
const outcome = z.enum(['auto', 'confirm', 'block']);
const severity = z.enum(['error', 'warning', 'note']);
const path = z.array(z.union([z.string(), z.number()]));
const presets = <T extends z.ZodType>(of: T): z.ZodRecord<z.ZodEnum, T> =>
  z.record(z.enum([...SCANNED_PRESETS]), of) as unknown as z.ZodRecord<z.ZodEnum, T>;

const finding = z.strictObject({
  rule: z.string().regex(/^[a-z-]+\/[a-z-]+$/u),
  severity,
  server: z.string(),
  tool: z.string().nullable(),
  path,
  span: z.tuple([z.number(), z.number()]).optional(),
  message: z.string().min(1),
  help: z.string().min(1),
  fix: z.strictObject({ path, value: z.unknown().optional() }).optional(),
});

const suggestion = z.strictObject({
  value: answer,
  confidence: z.number().min(0).max(1),
  because: z.array(z.string()),
});

const tool = z.strictObject({
  name: z.string(),
  title: z.string().nullable(),
  description: z.string().nullable(),
  definition: z.string().min(1),
  claims: z.array(z.strictObject({ hint: z.enum(HINT_NAMES), answer, home: z.string(), key: z.string() })),
  malformed: z.array(
    z.strictObject({ home: z.string(), key: z.string(), hints: z.array(z.string()), problem: z.string() }),
  ),
  beliefs: z.record(
    z.string(),
    z.looseObject({ value: z.enum(['yes', 'no', 'unknown']), ground: z.string() }),
  ),
  conflicts: z.array(z.looseObject({ hints: z.array(z.string()) })),
  suggestions: z.partialRecord(z.enum(HINT_NAMES), suggestion),
  findings: z.array(finding),
  outcome: presets(outcome),
});

const server = z.strictObject({
  name: z.string().min(1),
  trust: z.enum(['untrusted', 'trusted', 'owned']),
  from: z.string(),
  coverage: z.strictObject({
    tools: z.number(),
    all: z.number(),
    hints: z.record(z.enum(HINT_NAMES), z.number()),
  }),
  outcomes: presets(z.record(outcome, z.number())),
  tools: z.array(tool),
  findings: z.array(finding),
  verdict: z.string().min(1),
  problem: z.string().optional(),
});

const chain = z.strictObject({
  kind: z.enum(['trifecta', 'untrusted-to-destructive']),
  policy: z.enum([...SCANNED_PRESETS]),
  steps: z.array(
    z.strictObject({ server: z.string(), tool: z.string(), does: z.string(), because: z.string() }),
  ),
  story: z.string().min(1),
  alike: z.number(),
});

const report = z.strictObject({ v: z.literal(1), servers: z.array(server), chains: z.array(chain) });

/** What `callgate scan --json` prints, and nothing else in it. */
export const readScanReport = (text: string): ScanReport => {
  const content: unknown = JSON.parse(text);
  report.parse(content);
  return content as ScanReport;
};
