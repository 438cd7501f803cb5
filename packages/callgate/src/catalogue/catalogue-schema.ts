import type { Json } from '@callgate/core';
import { HINTS, HINT_NAMES, isJsonObject } from '@callgate/core';
import { TRUST_LEVELS } from '@callgate/core/disclose';
import { ARGUMENT_ROLES, SET_DETAILS } from '@callgate/core/vocabulary';
import { z } from 'zod';

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

/** What an operator says of some tools of a server. */
const overrideEntry = z.strictObject({
  tools: texts.exactOptional(),
  when: z.string().min(1).exactOptional(),
  set: answers.exactOptional(),
  sets: z.partialRecord(z.enum(SET_DETAILS), texts).exactOptional(),
  roles: z.record(z.string(), z.enum(ARGUMENT_ROLES)).exactOptional(),
  directory: z.boolean().exactOptional(),
  definition: z.string().exactOptional(),
  reason: z.string().exactOptional(),
});

export type CatalogueOverrideEntry = z.infer<typeof overrideEntry>;

const reviewEntry = z.strictObject({
  definition: z.string(),
  set: answers,
  by: z.string().exactOptional(),
  at: z.string().exactOptional(),
  reason: z.string().exactOptional(),
});

/** `{send_email: {readOnly: no}}` is short for a list with one entry a tool. */
const overrides = z.union([
  z.array(overrideEntry),
  z
    .record(z.string(), answers)
    .transform((byTool) =>
      Object.entries(byTool).map(([tool, set]): CatalogueOverrideEntry => ({ tools: [tool], set })),
    ),
]);

export const trustSchema = z.enum(TRUST_LEVELS);

const server = z.looseObject({
  name: z.string().min(1),
  trust: trustSchema.exactOptional(),
  identities: z.array(z.string().min(1)).exactOptional(),
  internal: z.array(z.string().min(1)).exactOptional(),
  stores: z.record(z.string(), z.string().min(1)).exactOptional(),
  overrides: overrides.exactOptional(),
  reviews: z.array(reviewEntry).exactOptional(),
  quarantine: z.record(z.string(), z.string()).exactOptional(),
  tools: z.array(z.unknown()),
});

export type CatalogueServerEntry = z.infer<typeof server>;
export const SERVER_KEYS = Object.keys(server.shape);

export const catalogueSchema = z.looseObject({ servers: z.array(server).min(1) });

/** A raw tools/list answer, bare, as a JSON-RPC result, or with what a probe added around it. */
export const readToolsListAnswer = (
  content: Json,
): { tools: readonly Json[]; name: string | undefined } | undefined => {
  if (!isJsonObject(content)) return undefined;
  const { result, serverInfo } = content;
  const { tools } = result !== undefined && isJsonObject(result) ? result : content;
  const name = serverInfo !== undefined && isJsonObject(serverInfo) ? serverInfo['name'] : undefined;
  return Array.isArray(tools) ? { tools, name: typeof name === 'string' ? name : undefined } : undefined;
};
