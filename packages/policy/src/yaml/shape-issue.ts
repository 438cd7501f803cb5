import { z } from 'zod';
import type { Path } from './yaml-file.ts';

export type ShapeIssue = z.core.$ZodIssue;
type JsonSchema = z.core.JSONSchema.JSONSchema;

/** Whether a branch of a union refuses the key, or everything of its kind. */
const refusesKey = (branch: readonly ShapeIssue[], key: string): boolean =>
  branch.some(
    (issue) =>
      issue.path.length === 0 &&
      (issue.code === 'unrecognized_keys'
        ? issue.keys.includes(key)
        : /^invalid_(?:type|value)$/.test(issue.code)),
  );

const hasUnknownKey = (issue: ShapeIssue, branches: readonly (readonly ShapeIssue[])[]): boolean =>
  issue.code === 'unrecognized_keys' &&
  (issue.path.length > 0 || issue.keys.some((key) => branches.every((branch) => refusesKey(branch, key))));

/** The issue of a union's nearest branch. A key that no branch has says most. */
export const deepestIssue = (issue: ShapeIssue): ShapeIssue => {
  if (issue.code !== 'invalid_union') return issue;
  const branches = issue.errors.flat();
  const inner =
    branches.find((branch) => hasUnknownKey(branch, issue.errors)) ??
    branches.filter((branch) => branch.path.length > 0).toSorted((a, b) => b.path.length - a.path.length)[0];
  return inner === undefined ? issue : deepestIssue({ ...inner, path: [...issue.path, ...inner.path] });
};

const isAboutList = (issue: ShapeIssue): boolean =>
  'origin' in issue ? issue.origin === 'array' : issue.code === 'invalid_type' && issue.expected === 'array';

/** The values that an issue allows. Of a union: those of one value, where the rest of it is lists of them. */
export const allowedValues = (issue: ShapeIssue): readonly string[] | undefined => {
  const options = issue.code === 'invalid_union' ? issue.errors.flat() : [issue];
  const [choice, ...others] = options.filter((option) => !isAboutList(option));
  return choice?.code === 'invalid_value' && others.length === 0 ? choice.values.map(String) : undefined;
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

/** The keys that a schema allows at a path. */
export const keysAt = (schema: z.ZodType, path: Path): readonly string[] => {
  let here = branchesOf(z.toJSONSchema(schema, { io: 'input' }));
  for (const part of path)
    here = here.flatMap((each) => below(each, part).filter(isSchema).flatMap(branchesOf));
  return [...new Set(here.flatMap((each) => Object.keys(each.properties ?? {})))];
};
