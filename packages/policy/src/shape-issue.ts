import { z } from 'zod';
import type { Path } from './source-file.ts';

type Issue = z.core.$ZodIssue;
type JsonSchema = z.core.JSONSchema.JSONSchema;

export const isPathPart = (part: PropertyKey): part is string | number => typeof part !== 'symbol';

/** Of a union only the branch that came nearest is worth telling; a key nobody knows says most. */
export const deepestIssue = (issue: Issue): Issue => {
  if (issue.code !== 'invalid_union') return issue;
  const branches = issue.errors.flat();
  const inner =
    branches.find((branch) => branch.code === 'unrecognized_keys') ??
    branches.filter((branch) => branch.path.length > 0).toSorted((a, b) => b.path.length - a.path.length)[0];
  return inner === undefined ? issue : deepestIssue({ ...inner, path: [...issue.path, ...inner.path] });
};

const below = (schema: JsonSchema, part: string | number): readonly unknown[] => [
  schema.properties?.[String(part)],
  schema.additionalProperties,
  schema.items,
];

const isSchema = (found: unknown): found is JsonSchema => typeof found === 'object' && found !== null;

const branchesOf = (schema: JsonSchema): JsonSchema[] => [
  schema,
  ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].filter(isSchema).flatMap(branchesOf),
];

/** The keys that may stand at a place of what a schema describes. */
export const keysAt = (schema: z.ZodType, path: Path): readonly string[] => {
  let here = branchesOf(z.toJSONSchema(schema, { io: 'input' }));
  for (const part of path)
    here = here.flatMap((each) => below(each, part).filter(isSchema).flatMap(branchesOf));
  return [...new Set(here.flatMap((each) => Object.keys(each.properties ?? {})))];
};
