import { storedRecordMessages } from '@callgate/messages/stored-record';
import { chainEntry } from '@callgate/gate/record';
import type { StoredEntry } from '@callgate/gate/record';
import { ColumnReader, HEAD_QUERY, readLogHead } from '@callgate/gate/sql';
import type { SqlValue } from '@callgate/gate/sql';
import type { PostgresConnection } from './postgres-connection.ts';
import type { RecentEntries } from './recent-entries.ts';

/** Rows that are numbered in one transaction. */
const AT_ONCE = 500;

const NEW = `SELECT c.id AS chain, c.place, coalesce(n.place, 0) AS numbered
  FROM chains c LEFT JOIN numbered n ON n.chain = c.id WHERE c.place > coalesce(n.place, 0)`;

/** From the place on that each chain has got to: whatever else there is, only rows without a number are looked at. */
export const UNNUMBERED_QUERY: string = `SELECT j.chain, j.place, j.at, j.bytes
  FROM chains c LEFT JOIN numbered n ON n.chain = c.id
  CROSS JOIN LATERAL (
    SELECT chain, place, turn, at, bytes FROM journal
    WHERE chain = c.id AND place > coalesce(n.place, 0) ORDER BY place LIMIT ?
  ) j
  WHERE c.place > coalesce(n.place, 0)
  ORDER BY j.turn LIMIT ?`;

/** Whether anything was committed that has no number yet. */
export const hasUnnumberedEntries = async (connection: PostgresConnection): Promise<boolean> =>
  (await connection.get(`${NEW} LIMIT 1`)) !== undefined;

/** A row with its place in the record and in the journal it comes from. */
type PlacedEntry = StoredEntry & { readonly chain: number; readonly place: number };

/** Rows that one statement inserts: the server keeps every statement it has seen, and one for each number there is would be many. */
const SIZES = [256, 64, 16, 4, 1];

const insertSome = (connection: PostgresConnection, rows: readonly PlacedEntry[]): Promise<number> => {
  const values: SqlValue[] = rows.flatMap(({ seq, at, event, call, hash, bytes, chain, place }) => [
    seq,
    at,
    event,
    call,
    hash,
    bytes,
    chain,
    place,
  ]);
  const places = rows.map(() => '(?, ?, ?, ?, ?, ?, ?, ?)').join(', ');
  return connection.run(
    `INSERT INTO record (seq, at, event, call, hash, bytes, chain, place) VALUES ${places}`,
    ...values,
  );
};

const insertRows = async (connection: PostgresConnection, rows: readonly PlacedEntry[]): Promise<void> => {
  const sent: Promise<number>[] = [];
  let at = 0;
  for (const size of SIZES)
    for (; at + size <= rows.length; at += size) sent.push(insertSome(connection, rows.slice(at, at + size)));
  await Promise.all(sent);
};

const noteNumbered = async (
  connection: PostgresConnection,
  reached: ReadonlyMap<number, number>,
): Promise<void> => {
  await Promise.all(
    Array.from(reached, ([chain, place]) =>
      connection.run(
        'INSERT INTO numbered (chain, place) VALUES (?, ?) ON CONFLICT (chain) DO UPDATE SET place = excluded.place',
        chain,
        place,
      ),
    ),
  );
};

/** Gives a row of a journal its place in the record: the same event, after all that have a number. */
const numberedRow = (
  head: StoredEntry | ReturnType<typeof readLogHead>,
  waiting: ColumnReader,
  recent: RecentEntries,
): PlacedEntry => {
  const [chain, place] = [waiting.whole('chain'), waiting.whole('place')];
  const { id, entry } = recent.take(chain, place, waiting.bytes('bytes'));
  const at = Math.max(waiting.whole('at'), head.at);
  return { ...chainEntry(head, entry, at, id), chain, place };
};

/** One transaction of it. How many rows got numbers. */
const numberBatch = async (
  connection: PostgresConnection,
  lock: string,
  recent: RecentEntries,
): Promise<number> => {
  await connection.script('BEGIN');
  try {
    await connection.all('SELECT pg_advisory_xact_lock(?)', lock);
    const waiting = await connection.all(UNNUMBERED_QUERY, AT_ONCE, AT_ONCE);
    let head: StoredEntry | ReturnType<typeof readLogHead> = readLogHead(await connection.get(HEAD_QUERY));
    const rows: PlacedEntry[] = [];
    const reached = new Map<number, number>();
    for (const each of waiting) {
      const row = numberedRow(head, new ColumnReader(each, storedRecordMessages.journalEntry), recent);
      head = row;
      rows.push(row);
      reached.set(row.chain, row.place);
    }
    if (rows.length > 0) await Promise.all([insertRows(connection, rows), noteNumbered(connection, reached)]);
    await connection.script('COMMIT');
    return rows.length;
  } catch (error) {
    await connection.script('ROLLBACK').catch(() => {});
    throw error;
  }
};

/** Gives everything that was committed its number in the record. Any number of processes may do so at once. */
export const numberEntries = async (
  connection: PostgresConnection,
  lock: string,
  recent: RecentEntries,
): Promise<void> => {
  while (await hasUnnumberedEntries(connection))
    if ((await numberBatch(connection, lock, recent)) < AT_ONCE) return;
};
