import { InFlight } from '../../environment/in-flight.ts';
import type { CallChange, CallIdentity, CallRow, CallState } from '../../record/call-row.ts';
import type { StoredCall } from '../rows/call-codec.ts';
import {
  CALL_COLUMN_NAMES,
  DETAIL_COLUMN_NAMES,
  insertInto,
  listCallValues,
  listDetailValues,
  makeAssignments,
} from '../rows/call-codec.ts';
import { toSharedJson, toStoredJson } from '../rows/stored-json.ts';
import type { RunningFilter } from '../store.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

const INSERT = insertInto('calls_recent', [...DETAIL_COLUMN_NAMES, ...CALL_COLUMN_NAMES]);

const move = (into: string, columns: readonly string[], where: string): string =>
  `INSERT INTO ${into} (${columns.join(', ')}) SELECT ${columns.join(', ')} FROM calls_recent${where}`;

const projection = (where: string): readonly string[] => [
  move('calls', ['n', ...CALL_COLUMN_NAMES], where),
  move('call_details', DETAIL_COLUMN_NAMES, where),
  `DELETE FROM calls_recent${where}`,
];

const PROJECT_ALL = projection('');
const PROJECT_ENDED = projection(' WHERE ended_at IS NOT NULL');

const keyOf = (session: string, key: string): string => `${session}\n${key}`;

/** The row after a change of state. */
export const applyCallChange = (row: CallRow, state: CallState, change: CallChange): CallRow => {
  const next: Record<string, unknown> = { ...row, state };
  for (const [name, value] of Object.entries(change)) if (value !== undefined) next[name] = value;
  return next as unknown as CallRow;
};

/** Whether the lists lack calls. */
export const hasRecentCalls = (connection: SqliteConnection): boolean =>
  connection.query('SELECT 1 AS there FROM calls_recent LIMIT 1').get() !== undefined;

/** Moves every recent call to the tables that lists read. Needs a transaction. True if there were any. */
export const projectRecentCalls = (connection: SqliteConnection): boolean => {
  if (!hasRecentCalls(connection)) return false;
  for (const sql of PROJECT_ALL) connection.query(sql).run();
  return true;
};

/**
 * Calls that left a moment ago. A commit writes them to a table without indexes, and memory has each of them too. Calls
 * of other processes in that table are moved to the tables with indexes before anything is read here.
 */
export class RecentCalls {
  readonly #connection: SqliteConnection;
  readonly #calls: InFlight<string, StoredCall> = new InFlight();
  /** Ids by the digest of the arguments, the latest dispatch last. Some are of calls that were moved to the other tables. */
  readonly #alike: InFlight<string, string[]> = new InFlight();
  /** Ids by session and idempotency key. */
  readonly #keys: InFlight<string, string> = new InFlight();
  /** Calls that the current piece of work changed, as they were before it. */
  #before: Map<string, StoredCall | undefined> = new Map();
  /** The place of the next call. Undefined where the file must be asked. */
  #next: number | undefined;
  /** The table may hold calls that memory does not have. */
  #isUnsure = true;
  /** The current piece of work has moved calls to the other tables. */
  #isProjected = false;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  /** How many calls of this process are still to be moved. */
  get size(): number {
    return this.#calls.size;
  }

  /** Another process may have written, or a transaction was undone. */
  forget(): void {
    this.#calls.clear();
    this.#alike.clear();
    this.#keys.clear();
    if (this.#before.size > 0) this.#before = new Map();
    this.#next = undefined;
    this.#isUnsure = true;
    this.#isProjected = false;
  }

  keepChanges(): void {
    if (this.#before.size > 0) this.#before = new Map();
    this.#isProjected = false;
  }

  /** What was done since the last `keepChanges` is undone. */
  undo(): void {
    // undoing a move puts calls back into the table, and memory has dropped them
    if (this.#isProjected) return this.forget();
    this.#next = undefined;
    for (const [id, before] of this.#before) {
      const now = this.#calls.get(id);
      if (before !== undefined) this.#putBack(before, now);
      else if (now !== undefined) this.#drop(now.row);
    }
    if (this.#before.size > 0) this.#before = new Map();
  }

  /** A place that no call has. */
  nextPlace(): number {
    this.settle();
    this.#next ??= this.#readLast() + 1;
    const place = this.#next;
    this.#next += 1;
    return place;
  }

  get(id: string): StoredCall | undefined {
    this.settle();
    return this.#calls.get(id);
  }

  byKey(session: string, key: string): StoredCall | undefined {
    this.settle();
    const id = this.#keys.get(keyOf(session, key));
    return id === undefined ? undefined : this.#calls.get(id);
  }

  /** The latest dispatch of the same call. */
  twinOf(call: CallIdentity & { readonly principal: string }): StoredCall | undefined {
    this.settle();
    const ids = this.#alike.get(call.argumentsDigest) ?? [];
    for (let at = ids.length - 1; at >= 0; at -= 1) {
      const found = this.#calls.get(ids[at] ?? '');
      if (found !== undefined && isSame(found.row, call)) return found;
    }
    return undefined;
  }

  /** How many recent calls are running. */
  running({ server, target, principal }: RunningFilter): number {
    this.settle();
    let count = 0;
    for (const { row } of this.#calls.values())
      if (
        row.state === 'dispatching' &&
        (server === undefined || row.server === server) &&
        (target === undefined || row.target === target) &&
        (principal === undefined || row.principal.subject === principal)
      )
        count += 1;
    return count;
  }

  insert(row: CallRow, shared: number | null): void {
    const n = this.nextPlace();
    this.#connection.query(INSERT).run(...listDetailValues(n, row, shared), ...listCallValues(row));
    this.#note(row.id);
    this.#put({ n, rev: 1, row });
  }

  /** False where the call is not in state `from`. */
  move({ n, rev, row }: StoredCall, from: CallState, to: CallState, change: CallChange): boolean {
    const { sql, values } = makeAssignments(change);
    const { decision, situation } = change;
    const also = `${decision === undefined ? '' : ', decision = ?'}${situation === undefined ? '' : ', situation = ?'}`;
    const moved = this.#connection
      .query(`UPDATE calls_recent SET rev = rev + 1, state = ?${sql}${also} WHERE n = ? AND state = ?`)
      .run(
        to,
        ...values,
        ...(decision === undefined ? [] : [toSharedJson(decision)]),
        ...(situation === undefined ? [] : [toStoredJson(situation)]),
        n,
        from,
      );
    if (moved !== 1) return false;
    this.#note(row.id);
    // the key and the digest of a call never change
    this.#calls.set(row.id, { n, rev: rev + 1, row: applyCallChange(row, to, change) });
    if (change.dispatchedAt !== undefined) this.#alike.get(row.argumentsDigest)?.push(row.id);
    return true;
  }

  /** Moves them to the tables with indexes: all, or those that have ended. */
  project(which: 'all' | 'ended'): void {
    this.settle();
    const gone = this.#calls.values().filter(({ row }) => which === 'all' || row.endedAt !== null);
    if (gone.length === 0) return;
    for (const sql of which === 'all' ? PROJECT_ALL : PROJECT_ENDED) this.#connection.query(sql).run();
    this.#isProjected = true;
    for (const { row } of gone) this.#drop(row);
  }

  /** After this, memory has every call in the table. */
  settle(): void {
    if (!this.#isUnsure) return;
    if (projectRecentCalls(this.#connection)) this.#isProjected = true;
    this.#isUnsure = false;
  }

  #readLast(): number {
    const row = this.#connection
      .query(
        'SELECT max(coalesce((SELECT max(n) FROM calls), 0), coalesce((SELECT max(n) FROM calls_recent), 0)) AS n',
      )
      .get();
    return Number(row?.['n'] ?? 0);
  }

  #note(id: string): void {
    if (!this.#before.has(id)) this.#before.set(id, this.#calls.get(id));
  }

  #putBack(before: StoredCall, now: StoredCall | undefined): void {
    const { id, argumentsDigest, dispatchedAt } = before.row;
    this.#calls.set(id, before);
    const alike = this.#alike.get(argumentsDigest);
    if (now !== undefined && now.row.dispatchedAt !== dispatchedAt) alike?.splice(alike.lastIndexOf(id), 1);
  }

  #put(call: StoredCall): void {
    const { id, argumentsDigest, session, key } = call.row;
    this.#calls.set(id, call);
    const alike = this.#alike.get(argumentsDigest);
    if (alike === undefined) this.#alike.set(argumentsDigest, [id]);
    else alike.push(id);
    if (key !== null) this.#keys.set(keyOf(session, key), id);
  }

  #drop({ id, argumentsDigest, session, key }: CallRow): void {
    this.#calls.delete(id);
    const alike = this.#alike.get(argumentsDigest) ?? [];
    let gone = 0;
    while (gone < alike.length && !this.#calls.has(alike[gone] ?? '')) gone += 1;
    if (gone === alike.length) this.#alike.delete(argumentsDigest);
    else if (gone > 0) alike.splice(0, gone);
    if (key !== null && this.#keys.get(keyOf(session, key)) === id) this.#keys.delete(keyOf(session, key));
  }
}

const isSame = (
  row: CallRow,
  { kind, server, target, principal, identity }: CallIdentity & { readonly principal: string },
): boolean =>
  row.kind === kind &&
  row.server === server &&
  row.target === target &&
  row.principal.subject === principal &&
  row.situation.identity === identity;

/** Whether `one` was dispatched after `other`. At the same time, the call that was made later counts as later. */
export const isLater = (one: DispatchPlace, other: DispatchPlace): boolean => {
  const a = one.dispatchedAt ?? 0;
  const b = other.dispatchedAt ?? 0;
  return a === b ? one.n > other.n : a > b;
};

interface DispatchPlace {
  readonly n: number;
  readonly dispatchedAt: number | null;
}
