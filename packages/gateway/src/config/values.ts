import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { othersCanWrite } from '@callgate/gate/host';
import { didYouMean } from '@callgate/policy';
import type { Path } from '@callgate/policy/yaml';
import { readText } from '@callgate/policy/yaml';
import type { ValueEntry, ValueSource } from './file-schema.ts';
import { looksSecret } from './looks-secret.ts';
import type { Reading } from './reading.ts';

const MAX_FILE = 65_536;

const fromFile = (path: string, at: Path, reading: Reading): string | undefined => {
  try {
    const { size, mode } = statSync(path);
    const problem = othersCanWrite(path);
    if (problem !== undefined) {
      reading.error(at, problem.code, problem.message, problem.help);
      return undefined;
    }
    if (size > MAX_FILE) {
      reading.error(at, 'CONFIG_VALUE_FILE', `${path} is larger than 64 KiB`);
      return undefined;
    }
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      reading.warn(at, 'CONFIG_VALUE_OPEN', `others can read ${path}`, `chmod 600 ${path}`);
    return readText(path).replace(/\r?\n$/, '');
  } catch {
    const help = 'see that it exists and is yours';
    reading.error(at, 'CONFIG_VALUE_FILE', `${path} cannot be read as text`, help);
    return undefined;
  }
};

const fromVariable = (name: string, at: Path, reading: Reading): string | undefined => {
  const { env } = reading;
  const value = Object.hasOwn(env, name) ? env[name] : undefined;
  if (value === undefined)
    reading.error(
      at,
      'CONFIG_VARIABLE',
      `the variable \`${name}\` is not set`,
      didYouMean(name, Object.keys(env)) ?? 'set it where Callgate is started',
    );
  return value;
};

export const readSource = (entry: ValueSource, at: Path, reading: Reading): string | undefined => {
  const value =
    'from' in entry
      ? fromVariable(entry.from, [...at, 'from'], reading)
      : fromFile(resolve(reading.folder, entry.file), [...at, 'file'], reading);
  return value === undefined ? undefined : `${entry.prefix ?? ''}${value}`;
};

const REFUSE_HELP =
  'take it from the environment, {from: NAME}, or from a file, {file: PATH}; a file is copied and shared';

/** Values by name, or variables passed on under their own names. A literal that looks like a secret is refused: this file is not the place for one. */
export const readValues = (
  entries: readonly string[] | Readonly<Record<string, ValueEntry>>,
  at: Path,
  reading: Reading,
): Record<string, string> => {
  const values: [string, string][] = [];
  const take = (name: string, value: string | undefined): void => {
    if (value !== undefined) values.push([name, value]);
  };
  if (Array.isArray(entries))
    for (const [index, name] of entries.entries()) take(name, fromVariable(name, [...at, index], reading));
  else
    for (const [name, entry] of Object.entries(entries)) {
      const path = [...at, name];
      if (typeof entry !== 'string') take(name, readSource(entry, path, reading));
      else if (looksSecret(name, entry))
        reading.error(path, 'CONFIG_SECRET', `the value of \`${name}\` looks like a secret`, REFUSE_HELP);
      else take(name, entry);
    }
  return Object.fromEntries(values);
};
