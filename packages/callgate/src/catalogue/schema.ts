import type { Json, Trust } from '@callgate/core';
import { HINTS, HINT_NAMES, isJsonObject } from '@callgate/core';
import type { Role, SetDetail } from '@callgate/core/vocabulary';
import { ROLES, SET_DETAILS } from '@callgate/core/vocabulary';
import { nearest } from '@callgate/policy';
import { z } from 'zod';

/** What an operator says of some tools of a server. */
export interface OverrideEntry {
  tools?: string[] | undefined;
  when?: string | undefined;
  set?: Record<string, 'yes' | 'no'> | undefined;
  sets?: Partial<Record<SetDetail, string[]>> | undefined;
  roles?: Record<string, Role> | undefined;
  directory?: boolean | undefined;
  definition?: string | undefined;
  reason?: string | undefined;
}

export interface ReviewEntry {
  definition: string;
  set: Record<string, 'yes' | 'no'>;
  by?: string | undefined;
  at?: string | undefined;
  reason?: string | undefined;
}

export interface ServerEntry {
  name: string;
  trust?: Trust | undefined;
  identities?: string[] | undefined;
  internal?: string[] | undefined;
  stores?: Record<string, string> | undefined;
  overrides?: OverrideEntry[] | undefined;
  reviews?: ReviewEntry[] | undefined;
  quarantine?: Record<string, string> | undefined;
  tools: unknown[];
}

const answer = z.union([
  z.enum(['yes', 'no']),
  z.boolean().transform((value) => (value ? ('yes' as const) : ('no' as const))),
]);

/** A hint by its name or by its annotation key. */
const hintName = (written: string): string =>
  HINT_NAMES.find((name) => name === written || HINTS[name].key === written) ?? written;

const answers = z
  .record(z.string(), answer)
  .transform((set) =>
    Object.fromEntries(Object.entries(set).map(([name, value]) => [hintName(name), value])),
  );

const texts = z.union([z.string(), z.array(z.string()).min(1)]).transform((value) => [value].flat());

const roles = z.record(z.string(), z.enum(ROLES));

const overrideEntry = z.strictObject({
  tools: texts.optional(),
  when: z.string().min(1).optional(),
  set: answers.optional(),
  sets: z.partialRecord(z.enum(SET_DETAILS), texts).optional(),
  roles: roles.optional(),
  directory: z.boolean().optional(),
  definition: z.string().optional(),
  reason: z.string().optional(),
});

const reviewEntry = z.strictObject({
  definition: z.string(),
  set: answers,
  by: z.string().optional(),
  at: z.string().optional(),
  reason: z.string().optional(),
});

/** `{send_email: {readOnly: no}}` is short for a list with one entry a tool. */
const overrides = z.union([
  z.array(overrideEntry),
  z
    .record(z.string(), answers)
    .transform((byTool) =>
      Object.entries(byTool).map(([tool, set]): OverrideEntry => ({ tools: [tool], set })),
    ),
]);

export const trustSchema: z.ZodType<Trust> = z.enum(['untrusted', 'trusted', 'owned']);

const server = z.looseObject({
  name: z.string().min(1),
  trust: trustSchema.optional(),
  identities: z.array(z.string().min(1)).optional(),
  internal: z.array(z.string().min(1)).optional(),
  stores: z.record(z.string(), z.string().min(1)).optional(),
  overrides: overrides.optional(),
  reviews: z.array(reviewEntry).optional(),
  quarantine: z.record(z.string(), z.string()).optional(),
  tools: z.array(z.unknown()),
});

const catalogue = z.looseObject({ servers: z.array(server).min(1) });

export const catalogueSchema: z.ZodType<{ servers: ServerEntry[] }> = catalogue;

/** A raw tools/list answer, bare, as a JSON-RPC result, or with what a probe added around it. */
export const rawAnswer = (
  content: Json,
): { tools: readonly Json[]; name: string | undefined } | undefined => {
  if (!isJsonObject(content)) return undefined;
  const holder = isJsonObject(content['result'] ?? null) ? content['result'] : content;
  if (!isJsonObject(holder ?? null) || holder === undefined || !isJsonObject(holder)) return undefined;
  const tools = holder['tools'];
  const info = content['serverInfo'];
  const name = info !== undefined && isJsonObject(info) ? info['name'] : undefined;
  return Array.isArray(tools) ? { tools, name: typeof name === 'string' ? name : undefined } : undefined;
};

export const nearestHint = (written: string): string | undefined => nearest(written, [...HINT_NAMES]);
