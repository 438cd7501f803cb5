import { fileShapeMessages } from '@callgate/messages/file-shape';
import { z } from 'zod';
import { schemasAt } from './json-schema-at.ts';
import { describeIssue } from './describe-issue.ts';
import { suggestName } from './suggest-name.ts';
import type { YamlOptions } from './parse-yaml.ts';
import type { PolicyProblem } from './policy-problem.ts';
import type { YamlPath, YamlLocation } from './yaml-file.ts';

type ShapeIssue = z.core.$ZodIssue;

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
const deepestIssue = (issue: ShapeIssue): ShapeIssue => {
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
const allowedValues = (issue: ShapeIssue): readonly string[] | undefined => {
  const options = issue.code === 'invalid_union' ? issue.errors.flat() : [issue];
  const [choice, ...others] = options.filter((option) => !isAboutList(option));
  return choice?.code === 'invalid_value' && others.length === 0 ? choice.values.map(String) : undefined;
};

/** The keys that a schema allows at a path. */
const keysAt = (schema: z.ZodType, path: YamlPath): readonly string[] => [
  ...new Set(
    schemasAt(z.toJSONSchema(schema, { io: 'input' }), path).flatMap((each) =>
      Object.keys(each.properties ?? {}),
    ),
  ),
];

/** A problem with its place, before the position of the place is known. */
export interface UnlocatedProblem extends Omit<PolicyProblem, 'position'>, YamlLocation {}

export interface ShapeOptions extends YamlOptions {
  /** What messages call the whole; `The file` if absent. */
  readonly whole?: string;
  /** What messages call the part at a path; its last key if absent. */
  readonly name?: (path: YamlPath) => string;
  /** The help for an unknown key, by the keys that are allowed; the nearest or all of them if absent. */
  readonly keyHelp?: (key: string, known: readonly string[]) => string | undefined;
}

const isPathPart = (part: PropertyKey): part is string | number => typeof part !== 'symbol';

/** The last key, and the places in lists below it: `files[0]`. */
export const partName = (path: YamlPath): string => {
  const key = path.findLastIndex((part) => typeof part === 'string');
  const [name = '', ...places] = key === -1 ? ['', ...path] : path.slice(key);
  return `${name}${places.map((place) => `[${place}]`).join('')}`;
};

const nearestOrAll = (key: string, known: readonly string[]): string | undefined =>
  suggestName(key, known) ?? (known.length === 0 ? undefined : fileShapeMessages.keys({ keys: known }));

const valueHelp = (issue: ShapeIssue): string | undefined => {
  if (typeof issue.input === 'string') return suggestName(issue.input, allowedValues(issue) ?? []);
  const isBare = typeof issue.input === 'number' || typeof issue.input === 'boolean';
  return isBare && issue.code === 'invalid_type' && issue.expected === 'string'
    ? fileShapeMessages.quote
    : undefined;
};

/** A refinement may name the key it is about, and help. */
const paramOf = (issue: ShapeIssue, name: 'key' | 'help'): string | undefined => {
  const value: unknown = issue.code === 'custom' ? issue.params?.[name] : undefined;
  return typeof value === 'string' ? value : undefined;
};

const withHelp = (fault: UnlocatedProblem, help: string | undefined): UnlocatedProblem =>
  help === undefined ? fault : { ...fault, help };

const faultsOf = (schema: z.ZodType, raw: ShapeIssue, options: ShapeOptions): UnlocatedProblem[] => {
  const { code, whole = fileShapeMessages.wholeFile, name = partName, keyHelp = nearestOrAll } = options;
  const issue = deepestIssue(raw);
  const path = issue.path.filter(isPathPart);
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(schema, path);
    return issue.keys.map((key) =>
      withHelp(
        { severity: 'error', code: `${code}_KEY`, message: fileShapeMessages.unknownKey({ key }), path, key },
        keyHelp(key, known),
      ),
    );
  }
  const message = fileShapeMessages.problem({
    part: path.length === 0 ? whole : fileShapeMessages.part({ name: name(path) }),
    demand: issue.message,
  });
  const key = paramOf(issue, 'key');
  const place = key === undefined ? { path } : { path: path.slice(0, -1), key };
  const help = paramOf(issue, 'help') ?? valueHelp(issue);
  return [withHelp({ severity: 'error', code: `${code}_SHAPE`, message, ...place }, help)];
};

/** Checks some content against a schema, with messages for people. */
export const parseShape = <T>(schema: z.ZodType<T>, content: unknown): z.ZodSafeParseResult<T> =>
  schema.safeParse(content, { reportInput: true, error: describeIssue });

/** What `parseShape` found, as faults. */
export const listShapeFaults = (
  schema: z.ZodType,
  issues: readonly ShapeIssue[],
  options: ShapeOptions,
): readonly UnlocatedProblem[] => issues.flatMap((issue) => faultsOf(schema, issue, options));
