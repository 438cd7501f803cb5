import { didYouMean } from '@callgate/policy';
import { z } from 'zod';
import type { ConfigProblem, Path, YamlFile } from './yaml-file.ts';

type Issue = z.core.$ZodIssue;
type JsonSchema = z.core.JSONSchema.JSONSchema;

const isPathPart = (part: PropertyKey): part is string | number => typeof part !== 'symbol';

/** Whether a branch of a union knows no such key, or is for something else altogether. */
const isUnknownTo = (branch: readonly Issue[], key: string): boolean =>
  branch.some(
    (issue) =>
      issue.path.length === 0 &&
      (issue.code === 'unrecognized_keys'
        ? issue.keys.includes(key)
        : /^invalid_(?:type|value)$/.test(issue.code)),
  );

const isUnknown = (issue: Issue, branches: readonly (readonly Issue[])[]): boolean =>
  issue.code === 'unrecognized_keys' &&
  (issue.path.length > 0 || issue.keys.some((key) => branches.every((branch) => isUnknownTo(branch, key))));

/** Of a union only the branch that came nearest is worth telling; a key nobody knows says most. */
const deepest = (issue: Issue): Issue => {
  if (issue.code !== 'invalid_union') return issue;
  const branches = issue.errors.flat();
  const inner =
    branches.find((branch) => isUnknown(branch, issue.errors)) ??
    branches.filter((branch) => branch.path.length > 0).toSorted((a, b) => b.path.length - a.path.length)[0];
  return inner === undefined ? issue : deepest({ ...inner, path: [...issue.path, ...inner.path] });
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

/** The keys that may stand at a place. */
const keysAt = (schema: z.ZodType, path: Path): string[] => {
  let here = branchesOf(z.toJSONSchema(schema, { io: 'input' }));
  for (const part of path)
    here = here.flatMap((each) => below(each, part).filter(isSchema).flatMap(branchesOf));
  return [...new Set(here.flatMap((each) => Object.keys(each.properties ?? {})))];
};

/** Collects everything that is wrong with a configuration, each with its place. */
export class Problems {
  readonly all: ConfigProblem[] = [];
  readonly #file: YamlFile;

  constructor(file: YamlFile) {
    this.#file = file;
  }

  get errors(): readonly ConfigProblem[] {
    return this.all.filter(({ severity }) => severity === 'error');
  }

  get warnings(): readonly ConfigProblem[] {
    return this.all.filter(({ severity }) => severity === 'warning');
  }

  error(path: Path, code: string, message: string, help?: string): void {
    this.#add('error', this.#file.positionOf(path), code, message, help);
  }

  warn(path: Path, code: string, message: string, help?: string): void {
    this.#add('warning', this.#file.positionOf(path), code, message, help);
  }

  /** About a key itself. */
  key(
    severity: ConfigProblem['severity'],
    path: Path,
    key: string,
    told: Readonly<{ code: string; message: string; help?: string | undefined }>,
  ): void {
    this.#add(severity, this.#file.positionOfKey(path, key), told.code, told.message, told.help);
  }

  /** What zod found, told in words; `base` is where the checked part stands in the file. */
  shape(schema: z.ZodType, issues: readonly Issue[], base: Path = []): void {
    for (const raw of issues) {
      const issue = deepest(raw);
      const within = issue.path.filter(isPathPart);
      const path = [...base, ...within];
      if (issue.code === 'unrecognized_keys') {
        const known = keysAt(schema, within);
        for (const key of issue.keys)
          this.key('error', path, key, {
            code: 'CONFIG_KEY',
            message: `unknown key \`${key}\``,
            help:
              didYouMean(key, known) ?? (known.length > 0 ? `keys here are ${known.join(', ')}` : undefined),
          });
        continue;
      }
      const what = path.length === 0 ? 'the file' : `\`${String(path.at(-1))}\``;
      if (issue.code === 'invalid_value') {
        const values = issue.values.map(String);
        const help = typeof issue.input === 'string' ? didYouMean(issue.input, values) : undefined;
        this.error(path, 'CONFIG_SHAPE', `${what}: expected ${values.join(', ')}`, help);
      } else this.error(path, 'CONFIG_SHAPE', `${what}: ${wordsOf(issue)}`);
    }
  }

  #add(
    severity: ConfigProblem['severity'],
    position: ConfigProblem['position'],
    code: string,
    message: string,
    help: string | undefined,
  ): void {
    this.all.push({ severity, code, message, position, ...(help === undefined ? {} : { help }) });
  }
}

const wordsOf = (issue: Issue): string =>
  issue.code === 'invalid_key'
    ? (issue.issues[0]?.message ?? issue.message)
    : issue.message.replace(/^Invalid input: /, '');
