import { existsSync } from 'node:fs';
import { CallgateError, display } from '@callgate/core';
import { storeErrors } from '@callgate/messages/errors/store';
import { storedRecordMessages } from '@callgate/messages/stored-record';
import { isPostgresUrl, parseDatabaseAddress } from './database-address.ts';

/** Where a store is: a file, or the address of a database with its password apart, so that the address can be shown. */
export interface StoreLocation {
  readonly path: string;
  readonly password?: string;
}

/** The address with its password, for opening and for nobody's eyes. */
export const getStoreAddress = ({ path, password }: StoreLocation): string => {
  if (password === undefined || !isPostgresUrl(path)) return path;
  const url = URL.parse(path);
  if (url === null) return path;
  // left to itself, an address keeps a % as it is, and who reads it takes that for the beginning of something else
  url.password = encodeURIComponent(password);
  return url.href;
};

/** The place that was written in one text, its password apart. */
export const parseStoreLocation = (written: string): StoreLocation => {
  const url = isPostgresUrl(written) ? URL.parse(written) : null;
  if (url === null || url.password === '') return { path: written };
  const password = decoded(url.password);
  url.password = '';
  return { path: url.href, password };
};

const decoded = (password: string): string => {
  try {
    return decodeURIComponent(password);
  } catch {
    throw new CallgateError(storeErrors.passwordUnreadable());
  }
};

/** For people: a file, or an address without its password. */
export const displayStoreLocation = (place: string): string => {
  if (!isPostgresUrl(place)) return display(place);
  return URL.canParse(place)
    ? display(parseDatabaseAddress(place).shown, { max: 300 })
    : storedRecordMessages.database;
};

/** By what name processes of one machine know a store. Nobody need see it. */
export const getStoreName = (place: string): string =>
  isPostgresUrl(place) ? parseDatabaseAddress(place).shown : place;

/** Whether there can be a store: of a database nobody knows before asking it. */
export const canBeStore = (place: string): boolean => isPostgresUrl(place) || existsSync(place);

/** A file whose name is that of another kind of database was not meant. */
export const refuseOtherAddress = (place: string): void => {
  const [, scheme] = /^([a-z][a-z0-9+.-]+):\/\//i.exec(place) ?? [];
  if (scheme === undefined) return;
  throw new CallgateError(storeErrors.schemeUnknown({ scheme: display(scheme, { max: 40 }) }));
};
