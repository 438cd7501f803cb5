import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { findOtherWriter } from '@callgate/gate/host';
import { configErrors } from '@callgate/messages/errors/config';
import { findNearestName } from '@callgate/policy';
import type { YamlPath } from '@callgate/policy/yaml';
import { readText } from '@callgate/policy/yaml';
import type { ConfigValue, ConfigValueSource } from './config-file-schema.ts';
import { isLikelySecret } from './is-likely-secret.ts';
import type { ConfigReader } from './config-reader.ts';

const MAX_FILE = 65_536;

const readFileValue = (path: string, at: YamlPath, reading: ConfigReader): string | undefined => {
  try {
    const { size, mode } = statSync(path);
    const problem = findOtherWriter(path);
    if (problem !== undefined) {
      reading.error(at, problem);
      return undefined;
    }
    if (size > MAX_FILE) {
      reading.error(at, configErrors.values.fileTooLarge({ file: path }));
      return undefined;
    }
    if (process.platform !== 'win32' && (mode & 0o077) !== 0)
      reading.warn(at, configErrors.values.fileOpen({ file: path }));
    return readText(path).replace(/\r?\n$/, '');
  } catch {
    reading.error(at, configErrors.values.fileUnreadable({ file: path }));
    return undefined;
  }
};

const readVariable = (name: string, at: YamlPath, reading: ConfigReader): string | undefined => {
  const { env } = reading;
  const value = Object.hasOwn(env, name) ? env[name] : undefined;
  if (value === undefined)
    reading.error(
      at,
      configErrors.values.variableUnset({ name, near: findNearestName(name, Object.keys(env)) }),
    );
  return value;
};

export const readValueSource = (
  entry: ConfigValueSource,
  at: YamlPath,
  reading: ConfigReader,
): string | undefined => {
  const value =
    'from' in entry
      ? readVariable(entry.from, [...at, 'from'], reading)
      : readFileValue(resolve(reading.folder, entry.file), [...at, 'file'], reading);
  return value === undefined ? undefined : `${entry.prefix ?? ''}${value}`;
};

/** Values by name, or variables passed on under their own names. A literal that looks like a secret is refused: this file is not the place for one. */
export const readValues = (
  entries: readonly string[] | Readonly<Record<string, ConfigValue>>,
  at: YamlPath,
  reading: ConfigReader,
): Record<string, string> => {
  const values: [string, string][] = [];
  const take = (name: string, value: string | undefined): void => {
    if (value !== undefined) values.push([name, value]);
  };
  if (Array.isArray(entries))
    for (const [index, name] of entries.entries()) take(name, readVariable(name, [...at, index], reading));
  else
    for (const [name, entry] of Object.entries(entries)) {
      const path = [...at, name];
      if (typeof entry !== 'string') take(name, readValueSource(entry, path, reading));
      else if (isLikelySecret(name, entry)) reading.error(path, configErrors.values.secret({ name }));
      else take(name, entry);
    }
  return Object.fromEntries(values);
};
