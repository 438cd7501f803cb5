import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { othersCanWrite } from '@callgate/gate';
import { didYouMean } from '@callgate/policy';
import type { Path } from '@callgate/policy/yaml';
import { readText } from '@callgate/policy/yaml';
import type { ValueEntry, ValueSource } from './file-schema.ts';
import { looksSecret } from './looks-secret.ts';
import type { Problems } from './problems.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What a configuration is read against. */
export interface ReadingPlace {
  /** What relative paths are relative to. */
  readonly folder: string;
  readonly env: Environment;
}

const MAX_FILE = 65_536;

const fromFile = (path: string, at: Path, problems: Problems): string | undefined => {
  try {
    const { size, mode } = statSync(path);
    const problem = othersCanWrite(path);
    if (problem !== undefined) {
      problems.error(at, problem.code, problem.message, problem.help);
      return undefined;
    }
    if (size > MAX_FILE) {
      problems.error(at, 'CONFIG_VALUE_FILE', `${path} is larger than 64 KiB`);
      return undefined;
    }
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      problems.warn(at, 'CONFIG_VALUE_OPEN', `others can read ${path}`, `chmod 600 ${path}`);
    return readText(path).replace(/\r?\n$/, '');
  } catch {
    problems.error(
      at,
      'CONFIG_VALUE_FILE',
      `${path} cannot be read as text`,
      'see that it exists and is yours',
    );
    return undefined;
  }
};

const fromVariable = (name: string, env: Environment, at: Path, problems: Problems): string | undefined => {
  const value = Object.hasOwn(env, name) ? env[name] : undefined;
  if (value === undefined)
    problems.error(
      at,
      'CONFIG_VARIABLE',
      `the variable \`${name}\` is not set`,
      didYouMean(name, Object.keys(env)) ?? 'set it where Callgate is started',
    );
  return value;
};

const sourced = (
  entry: ValueSource,
  at: Path,
  { folder, env }: ReadingPlace,
  problems: Problems,
): string | undefined => {
  const value =
    'from' in entry
      ? fromVariable(entry.from, env, [...at, 'from'], problems)
      : fromFile(resolve(folder, entry.file), [...at, 'file'], problems);
  return value === undefined ? undefined : `${entry.prefix ?? ''}${value}`;
};

const REFUSE_HELP =
  'take it from the environment, {from: NAME}, or from a file, {file: PATH}; a file is copied and shared';

/** Values by name. A literal that looks like a secret is refused: this file is not the place for one. */
export const readValues = (
  entries: Readonly<Record<string, ValueEntry>>,
  at: Path,
  place: ReadingPlace,
  problems: Problems,
): Record<string, string> => {
  const values: [string, string][] = [];
  for (const [name, entry] of Object.entries(entries)) {
    const path = [...at, name];
    if (typeof entry === 'string' && looksSecret(name, entry)) {
      problems.error(path, 'CONFIG_SECRET', `the value of \`${name}\` looks like a secret`, REFUSE_HELP);
      continue;
    }
    const value = typeof entry === 'string' ? entry : sourced(entry, path, place, problems);
    if (value !== undefined) values.push([name, value]);
  }
  return Object.fromEntries(values);
};

/** Variables passed on under their own names. */
export const readVariables = (
  names: readonly string[],
  at: Path,
  place: ReadingPlace,
  problems: Problems,
): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name, index): [string, string][] => {
      const value = fromVariable(name, place.env, [...at, index], problems);
      return value === undefined ? [] : [[name, value]];
    }),
  );
