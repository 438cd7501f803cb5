import { resolve } from 'node:path';
import { CallgateError } from '@callgate/core';
import type { StorePlace } from '@callgate/gate/store';
import { isPostgresUrl, shownPlace } from '@callgate/gate/store';
import type { Path } from '@callgate/policy/yaml';
import type { StoreEntry } from './file-schema.ts';
import type { Reading } from './reading.ts';
import { readSource } from './values.ts';

/** What stands before :// where it is longer than the letter of a disk. */
const SCHEME = /^[a-z][a-z0-9+.-]+:\/\//i;

const checkAddress = (url: string, at: Path, reading: Reading): void => {
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
    shownPlace(url);
  } catch (error) {
    if (!(error instanceof CallgateError)) throw error;
    reading.error(at, 'CONFIG_STORE', error.message, error.help);
  }
};

export const readStore = (entry: StoreEntry | undefined, usual: StorePlace, reading: Reading): StorePlace => {
  if (entry === undefined) return usual;
  if (typeof entry === 'string') {
    if (!SCHEME.test(entry)) return { path: resolve(reading.folder, entry) };
    checkAddress(entry, ['store'], reading);
    return { path: entry };
  }
  checkAddress(entry.url, ['store', 'url'], reading);
  const password =
    entry.password === undefined ? undefined : readSource(entry.password, ['store', 'password'], reading);
  return password === undefined ? { path: entry.url } : { path: entry.url, password };
};
