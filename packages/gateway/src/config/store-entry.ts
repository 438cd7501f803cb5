import { resolve } from 'node:path';
import { CallgateError } from '@callgate/core';
import type { StoreLocation } from '@callgate/gate/store';
import { isPostgresUrl, displayStoreLocation } from '@callgate/gate/store';
import type { YamlPath } from '@callgate/policy/yaml';
import type { StoreEntry } from './config-file-schema.ts';
import type { ConfigReader } from './config-reader.ts';
import { readValueSource } from './values.ts';

/** What stands before :// where it is longer than the letter of a disk. */
const SCHEME = /^[a-z][a-z0-9+.-]+:\/\//i;

const checkAddress = (url: string, at: YamlPath, reading: ConfigReader): void => {
  if (!isPostgresUrl(url)) {
    reading.error(at, 'CONFIG_STORE', 'a database is at postgres://user@host/database');
    return;
  }
  if ((URL.parse(url)?.password ?? '') !== '') {
    reading.error(
      at,
      'CONFIG_SECRET',
      'the password of the database stands in its address',
      'leave it out and say where it comes from: {url: postgres://…, password: {from: NAME}}; or set PGPASSWORD',
    );
    return;
  }
  try {
    displayStoreLocation(url);
  } catch (error) {
    if (!(error instanceof CallgateError)) throw error;
    reading.error(at, 'CONFIG_STORE', error.message, error.help);
  }
};

export const readStore = (
  entry: StoreEntry | undefined,
  usual: StoreLocation,
  reading: ConfigReader,
): StoreLocation => {
  if (entry === undefined) return usual;
  if (typeof entry === 'string') {
    if (!SCHEME.test(entry)) return { path: resolve(reading.folder, entry) };
    checkAddress(entry, ['store'], reading);
    return { path: entry };
  }
  checkAddress(entry.url, ['store', 'url'], reading);
  const password =
    entry.password === undefined
      ? undefined
      : readValueSource(entry.password, ['store', 'password'], reading);
  return password === undefined ? { path: entry.url } : { path: entry.url, password };
};
