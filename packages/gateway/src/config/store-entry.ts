import { resolve } from 'node:path';
import { CallgateError } from '@callgate/core';
import type { StoreLocation } from '@callgate/gate/store';
import { isPostgresUrl, displayStoreLocation } from '@callgate/gate/store';
import { configErrors } from '@callgate/messages/errors/config';
import type { YamlPath } from '@callgate/policy/yaml';
import type { StoreEntry } from './config-file-schema.ts';
import type { ConfigReader } from './config-reader.ts';
import { readValueSource } from './values.ts';

/** What stands before :// where it is longer than the letter of a disk. */
const SCHEME = /^[a-z][a-z0-9+.-]+:\/\//i;

const checkAddress = (url: string, at: YamlPath, reading: ConfigReader): void => {
  if (!isPostgresUrl(url)) {
    reading.error(at, configErrors.urls.store());
    return;
  }
  if ((URL.parse(url)?.password ?? '') !== '') {
    reading.error(at, configErrors.values.secretStore());
    return;
  }
  try {
    displayStoreLocation(url);
  } catch (error) {
    if (!(error instanceof CallgateError)) throw error;
    reading.error(at, { code: 'CONFIG_STORE', message: error.message, help: error.help });
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
