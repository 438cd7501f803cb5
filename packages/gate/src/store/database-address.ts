import { CallgateError, display } from '@callgate/core';
import { storeErrors } from '@callgate/messages/errors/store';

/** Where the tables are. */
export interface DatabaseAddress {
  /** For the client, without what is ours. */
  readonly url: string;
  readonly schema: string;
  /** For people: no password. */
  readonly shown: string;
}

const SCHEMA = /^[a-z_][a-z0-9_]{0,62}$/;

export const isPostgresUrl = (place: string): boolean => /^postgres(?:ql)?:\/\//.test(place);

/** Reads `postgres://user@host/database?schema=name`. */
export const parseDatabaseAddress = (place: string): DatabaseAddress => {
  const url = isPostgresUrl(place) ? URL.parse(place) : null;
  if (url === null) throw new CallgateError(storeErrors.addressInvalid());
  // it would be shown
  if (url.searchParams.has('password')) throw new CallgateError(storeErrors.passwordInOptions());
  const schema = url.searchParams.get('schema') ?? 'callgate';
  if (!SCHEMA.test(schema))
    throw new CallgateError(storeErrors.schemaInvalid({ schema: display(schema, { max: 80 }) }));
  url.searchParams.delete('schema');
  const shown = new URL(url.href);
  shown.password = '';
  return { url: url.href, schema, shown: `${shown.href}${shown.search === '' ? '?' : '&'}schema=${schema}` };
};
