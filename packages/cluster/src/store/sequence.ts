import { link, readRow } from '@callgate/gate/record';
import type { RecordRow } from '@callgate/gate/record';
import { Columns, HEAD, readHead } from '@callgate/gate/sql';
import type { Row, Value } from '@callgate/gate/sql';
import type { Connection } from './connection.ts';

/** Rows that are numbered in one transaction. */
const AT_ONCE = 500;

const NEW = `SELECT c.id AS chain, c.place, coalesce(n.place, 0) AS numbered
  FROM chains c LEFT JOIN numbered n ON n.chain = c.id WHERE c.place > coalesce(n.place, 0)`;

/** From the place on that each chain has got to: whatever else there is, only rows without a number are looked at. */
export const WAITING: string = `SELECT j.chain, j.place, j.at, j.bytes
  FROM chains c LEFT JOIN numbered n ON n.chain = c.id
  CROSS JOIN LATERAL (
    SELECT chain, place, turn, at, bytes FROM journal
    WHERE chain = c.id AND place > coalesce(n.place, 0) ORDER BY place LIMIT ?
  ) j
  WHERE c.place > coalesce(n.place, 0)
  ORDER BY j.turn LIMIT ?`;

/** Whether anything was committed that has no number yet. */
export const isBehind = async (connection: Connection): Promise<boolean> =>
  (await connection.get(`${NEW} LIMIT 1`)) !== undefined;

/** A row with its place in the record and in the journal it comes from. */
type Placed = RecordRow & { readonly chain: number; readonly place: number };

/** Rows that one statement inserts: the server keeps every statement it has seen, and one for each number there is would be many. */
const SIZES = [256, 64, 16, 4, 1];

const insertSome = (connection: Connection, rows: readonly Placed[]): Promise<number> => {
  const values: Value[] = rows.flatMap(({ seq, at, event, call, hash, bytes, chain, place }) => [
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

const insertRows = async (connection: Connection, rows: readonly Placed[]): Promise<void> => {
  const sent: Promise<number>[] = [];
  let at = 0;
  for (const size of SIZES)
    for (; at + size <= rows.length; at += size) sent.push(insertSome(connection, rows.slice(at, at + size)));
  await Promise.all(sent);
};

const noteNumbered = async (connection: Connection, reached: ReadonlyMap<number, number>): Promise<void> => {
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
const numberedRow = (head: RecordRow | ReturnType<typeof readHead>, waiting: Row): RecordRow => {
  const from = new Columns(waiting, 'a row of a journal');
  const { event, outcome, principal, tool, call, detail, id } = readRow(from.bytes('bytes'));
  const { v: _v, seq: _seq, call: _call, ...rest } = detail;
  const at = Math.max(from.whole('at'), head.at);
  return link(head, { event, outcome, principal, tool, call, detail: rest }, at, id);
};

/** One transaction of it. How many rows got numbers. */
const some = async (connection: Connection, lock: string): Promise<number> => {
  await connection.script('BEGIN');
  try {
    await connection.all('SELECT pg_advisory_xact_lock(?)', lock);
    const waiting = await connection.all(WAITING, AT_ONCE, AT_ONCE);
    let head: RecordRow | ReturnType<typeof readHead> = readHead(await connection.get(HEAD));
    const rows: Placed[] = [];
    const reached = new Map<number, number>();
    for (const each of waiting) {
      const row = numberedRow(head, each);
      head = row;
      const from = new Columns(each, 'a row of a journal');
      const [chain, place] = [from.whole('chain'), from.whole('place')];
      rows.push({ ...row, chain, place });
      reached.set(chain, place);
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
export const numberAll = async (connection: Connection, lock: string): Promise<void> => {
  while (await isBehind(connection)) if ((await some(connection, lock)) < AT_ONCE) return;
};
