import { CallgateError, display } from '@callgate/core';

/** Where the tables are. */
export interface DatabaseAddress {
  /** For the client, without what is ours. */
  readonly url: string;
  readonly schema: string;
  /** For people: no password. */
  readonly shown: string;
}

const SCHEMA = /^[a-z_][a-z0-9_]{0,62}$/;

const wrong = (what: string): CallgateError =>
  new CallgateError('STORE_ADDRESS', what, {
    help: 'write postgres://user@host:port/database, with ?schema=name where it is not `callgate`',
  });

export const isPostgresUrl = (place: string): boolean => /^postgres(?:ql)?:\/\//.test(place);

/** Reads `postgres://user@host/database?schema=name`. */
export const parseDatabaseAddress = (place: string): DatabaseAddress => {
  const url = isPostgresUrl(place) ? URL.parse(place) : null;
  if (url === null) throw wrong('this is no address of a PostgreSQL database');
  // it would be shown
  if (url.searchParams.has('password'))
    throw wrong('a password does not stand among the options of an address');
  const schema = url.searchParams.get('schema') ?? 'callgate';
  if (!SCHEMA.test(schema))
    throw wrong(`\`${display(schema, { max: 80 })}\` is no name of a schema: small letters, digits and _`);
  url.searchParams.delete('schema');
  const shown = new URL(url.href);
  shown.password = '';
  return { url: url.href, schema, shown: `${shown.href}${shown.search === '' ? '?' : '&'}schema=${schema}` };
};
