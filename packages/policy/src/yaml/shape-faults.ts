import type { z } from 'zod';
import { didYouMean } from './did-you-mean.ts';
import type { PolicyProblem } from './problem.ts';
import type { YamlOptions } from './parse-yaml.ts';
import type { ShapeIssue } from './shape-issue.ts';
import { allowedValues, deepestIssue, keysAt } from './shape-issue.ts';
import type { Path, YamlPlace } from './yaml-file.ts';

/** A problem with its place, before the position of the place is known. */
export interface Fault extends Omit<PolicyProblem, 'position'>, YamlPlace {}

export interface ShapeOptions extends YamlOptions {
  /** What messages call the whole; `the file` if absent. */
  readonly whole?: string;
  /** What messages call the part at a path; its last key if absent. */
  readonly name?: (path: Path) => string;
  /** What messages say of the part. */
  readonly words?: (issue: ShapeIssue) => string;
  /** The help for an unknown key, by the keys that are allowed; the nearest or all of them if absent. */
  readonly keyHelp?: (key: string, known: readonly string[]) => string | undefined;
}

const isPathPart = (part: PropertyKey): part is string | number => typeof part !== 'symbol';

const lastPart = (path: Path): string => String(path.at(-1));

/** zod's words for an issue, without its usual opening. */
export const issueWords = (issue: ShapeIssue): string => {
  const values = allowedValues(issue);
  if (values !== undefined) return `expected ${values.join(', ')}`;
  const { message } = issue.code === 'invalid_key' ? (issue.issues[0] ?? issue) : issue;
  return message.replace(/^Invalid input: /, '');
};

const nearestOrAll = (key: string, known: readonly string[]): string | undefined =>
  didYouMean(key, known) ?? (known.length === 0 ? undefined : `keys here are ${known.join(', ')}`);

const valueHelp = (issue: ShapeIssue): string | undefined =>
  typeof issue.input === 'string' ? didYouMean(issue.input, allowedValues(issue) ?? []) : undefined;

/** A refinement may name the key it is about, and help. */
const paramOf = (issue: ShapeIssue, name: 'key' | 'help'): string | undefined => {
  const value: unknown = issue.code === 'custom' ? issue.params?.[name] : undefined;
  return typeof value === 'string' ? value : undefined;
};

const withHelp = (fault: Fault, help: string | undefined): Fault =>
  help === undefined ? fault : { ...fault, help };

const faultsOf = (schema: z.ZodType, raw: ShapeIssue, options: ShapeOptions): Fault[] => {
  const { code, whole = 'the file', name = lastPart, words = issueWords, keyHelp = nearestOrAll } = options;
  const issue = deepestIssue(raw);
  const path = issue.path.filter(isPathPart);
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(schema, path);
    return issue.keys.map((key) =>
      withHelp(
        { severity: 'error', code: `${code}_KEY`, message: `unknown key \`${key}\``, path, key },
        keyHelp(key, known),
      ),
    );
  }
  const message = `${path.length === 0 ? whole : `\`${name(path)}\``}: ${words(issue)}`;
  const key = paramOf(issue, 'key');
  const place = key === undefined ? { path } : { path: path.slice(0, -1), key };
  const help = paramOf(issue, 'help') ?? valueHelp(issue);
  return [withHelp({ severity: 'error', code: `${code}_SHAPE`, message, ...place }, help)];
};

/** What zod found, as faults. The content was parsed with `reportInput`. */
export const shapeFaults = (
  schema: z.ZodType,
  issues: readonly ShapeIssue[],
  options: ShapeOptions,
): readonly Fault[] => issues.flatMap((issue) => faultsOf(schema, issue, options));
