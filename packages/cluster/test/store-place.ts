import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import type { Store } from '../../gate/src/store/store.ts';
import { openPostgresStore } from '../src/index.ts';
import type { StoreParts } from '../../gate/test/harness/store-suite.ts';

/** A place that nobody has used: a schema of its own in the database of this address. */
export const freshPlace = (url: string): string => `${url}?schema=t${randomBytes(8).toString('hex')}`;

/** Opens the place, in whichever process. */
export const openPlace = async (place: string, { clock, keys }: StoreParts): Promise<Store> =>
  await openPostgresStore({ url: place, clock, keys });

export const dropPlace = async (place: string): Promise<void> => {
  const url = new URL(place);
  const schema = url.searchParams.get('schema') ?? '';
  url.searchParams.delete('schema');
  const sql = postgres(url.href, { max: 1, onnotice: () => {} });
  try {
    await sql`DROP SCHEMA IF EXISTS ${sql(schema)} CASCADE`;
  } finally {
    await sql.end();
  }
};
