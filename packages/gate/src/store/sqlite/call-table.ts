import type { Decision } from '@callgate/core';
import type { CallChange, CallRow, CallState, CallIdentity } from '../../record/call-row.ts';
import { STATE_TRANSITIONS } from '../../record/call-row.ts';
import type { StoredCall } from '../rows/call-codec.ts';
import {
  CALL_COLUMN_NAMES,
  INSERT_DETAILS,
  insertInto,
  makeAssignments,
  listCallValues,
  listDetailValues,
  readCall,
  hashCallIdentity,
} from '../rows/call-codec.ts';
import { LruCache } from '../rows/lru-cache.ts';
import type { SqlRow } from '../rows/sql-row.ts';
import { toSharedJson, toStoredJson } from '../rows/stored-json.ts';
import { CALL_QUERIES, makeRunningQuery } from '../sql/call-queries.ts';
import type { RunningFilter } from '../store.ts';
import { RecentCalls, applyCallChange, isLater } from './recent-calls.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

const INSERT_CALL = insertInto('calls', ['n', ...CALL_COLUMN_NAMES]);

const REMEMBERED = 512;

interface CachedCall extends StoredCall {
  /** How often other processes had written when this was known to be right. */
  readonly age: number;
}

const count = (row: SqlRow | undefined): number => Number(row?.['count'] ?? 0);

/** The calls, as the writer sees them inside its transaction. */
export class SqliteCallTable {
  readonly #connection: SqliteConnection;
  readonly #known: LruCache<CachedCall> = new LruCache(REMEMBERED);
  #touched: Set<string> = new Set();
  readonly #decisions: SharedDecisions;
  /** Calls that left a moment ago. */
  readonly #recent: RecentCalls;
  #age = 0;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
    this.#decisions = new SharedDecisions(connection);
    this.#recent = new RecentCalls(connection);
  }

  /** Another process has written. */
  age(): void {
    this.#age += 1;
    this.#recent.forget();
  }

  /** How many calls the lists lack. */
  get unlisted(): number {
    return this.#recent.size;
  }

  /** Moves recent calls to the tables that lists read. */
  list(which: 'all' | 'ended'): void {
    this.#recent.project(which);
  }

  /** What was done since the last `keepChanges` is undone. */
  undo(): void {
    for (const id of this.#touched) this.#known.delete(id);
    if (this.#touched.size > 0) this.#touched = new Set();
    this.#recent.undo();
    this.#decisions.undo();
  }

  keepChanges(): void {
    if (this.#touched.size > 0) this.#touched = new Set();
    this.#recent.keepChanges();
    this.#decisions.keepChanges();
  }

  clear(): void {
    this.#known.clear();
    this.#recent.forget();
    this.#decisions.clear();
  }

  insert(call: CallRow): void {
    const shared = this.#decisions.placeOf(call.decision);
    if (call.state === 'dispatching') {
      this.#recent.insert(call, shared);
      return;
    }
    const n = this.#recent.nextPlace();
    this.#connection.query(INSERT_CALL).run(n, ...listCallValues(call));
    this.#connection.query(INSERT_DETAILS).run(...listDetailValues(n, call, shared));
    this.#remember({ n, rev: 1, row: call });
  }

  byId(id: string): CallRow | undefined {
    const recent = this.#recent.get(id);
    if (recent !== undefined) return recent.row;
    const known = this.#known.get(id);
    if (known !== undefined && this.#isFresh(known)) return known.row;
    return this.#read(this.#connection.query(CALL_QUERIES.byId).get(id));
  }

  byTicket(ticket: string): CallRow | undefined {
    return this.#found(this.#connection.query(CALL_QUERIES.byTicket).get(ticket));
  }

  byKey(session: string, key: string): CallRow | undefined {
    const recent = this.#recent.byKey(session, key);
    if (recent !== undefined) return recent.row;
    return this.#found(this.#connection.query(CALL_QUERIES.byKey).get(session, key));
  }

  move(id: string, from: CallState, to: CallState, change: CallChange): boolean {
    if (!STATE_TRANSITIONS[from].includes(to)) return false;
    const recent = this.#recent.get(id);
    if (recent !== undefined) return this.#recent.move(recent, from, to, change);
    const { sql, values } = makeAssignments(change);
    const known = this.#known.get(id);
    const [column, place] = known?.age === this.#age ? (['n', known.n] as const) : (['id', id] as const);
    const moved = this.#connection
      .query(`UPDATE calls SET rev = rev + 1, state = ?${sql} WHERE ${column} = ? AND state = ?`)
      .run(to, ...values, place, from);
    if (moved !== 1) return false;
    this.#changeDetails(id, change);
    // a remembered row is the one that was moved only if nobody else wrote meanwhile
    if (known !== undefined && known.age === this.#age)
      this.#remember({ ...known, rev: known.rev + 1, row: applyCallChange(known.row, to, change) });
    else this.#forgetCall(id);
    return true;
  }

  twinOf(call: CallIdentity & { readonly principal: string }): CallRow | undefined {
    const { kind, server, target, argumentsDigest } = call;
    const recent = this.#recent.twinOf(call);
    const row = this.#connection
      .query(CALL_QUERIES.twinOf)
      .get(hashCallIdentity(call), call.principal, kind, server, target, argumentsDigest);
    if (recent === undefined || row === undefined) return recent?.row ?? this.#found(row);
    const listed = { n: Number(row['n']), dispatchedAt: Number(row['dispatched_at']) };
    return isLater(listed, { n: recent.n, dispatchedAt: recent.row.dispatchedAt })
      ? this.#found(row)
      : recent.row;
  }

  heldTwin(session: string, call: CallIdentity): CallRow | undefined {
    const { kind, server, target, argumentsDigest } = call;
    return this.#found(
      this.#connection
        .query(CALL_QUERIES.heldTwin)
        .get(session, hashCallIdentity(call), kind, server, target, argumentsDigest),
    );
  }

  askedSince(session: string, since: number): number {
    return count(this.#connection.query(CALL_QUERIES.askedSince).get(session, since));
  }

  pendingOf(principal: string): number {
    return count(this.#connection.query(CALL_QUERIES.pendingOf).get(principal));
  }

  running(filter: RunningFilter): number {
    const { sql, values } = makeRunningQuery(filter);
    return this.#recent.running(filter) + count(this.#connection.query(sql).get(...values));
  }

  overdue(now: number, limit: number): readonly CallRow[] {
    return this.#all(this.#connection.query(CALL_QUERIES.overdue).all(now, limit));
  }

  ofInstance(
    instance: string,
    states: readonly CallState[],
    limit: number,
    attachedOnly: boolean,
  ): readonly CallRow[] {
    this.list('all');
    const found: CallRow[] = [];
    const sql = attachedOnly ? CALL_QUERIES.attachedOfInstance : CALL_QUERIES.ofInstance;
    for (const state of states) {
      if (found.length >= limit) break;
      found.push(...this.#all(this.#connection.query(sql).all(state, instance, limit - found.length)));
    }
    return found;
  }

  #changeDetails(id: string, { decision, situation }: CallChange): void {
    if (decision === undefined && situation === undefined) return;
    this.#connection
      .query(CALL_QUERIES.changeDetails)
      .run(
        decision === undefined ? null : toSharedJson(decision),
        situation === undefined ? null : toStoredJson(situation),
        id,
      );
  }

  #isFresh(known: CachedCall): boolean {
    if (known.age === this.#age) return true;
    const row = this.#connection.query('SELECT rev FROM calls WHERE n = ?').get(known.n);
    if (row?.['rev'] !== known.rev) return false;
    this.#known.set(known.row.id, { ...known, age: this.#age });
    return true;
  }

  #remember(call: StoredCall): CallRow {
    this.#touched.add(call.row.id);
    this.#known.set(call.row.id, { ...call, age: this.#age });
    return call.row;
  }

  #forgetCall(id: string): void {
    this.#known.delete(id);
  }

  #found(row: SqlRow | undefined): CallRow | undefined {
    const id = row?.['id'];
    return typeof id === 'string' ? this.byId(id) : undefined;
  }

  #all(rows: readonly SqlRow[]): readonly CallRow[] {
    return rows.map((row) => this.#found(row)).filter((call) => call !== undefined);
  }

  #read(row: SqlRow | undefined): CallRow | undefined {
    return row === undefined ? undefined : this.#remember(readCall(row));
  }
}

/**
 * Decisions that many calls get. A tool's decision in one situation is made once and given to every call, so it is
 * told apart by identity; it is written down for all of them when it comes the second time.
 */
export class SharedDecisions {
  readonly #connection: SqliteConnection;
  #met: WeakSet<Decision> = new WeakSet();
  #places: WeakMap<Decision, number> = new WeakMap();
  readonly #placedNow: Decision[] = [];

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
  }

  /** Null for one that stands with its call. */
  placeOf(decision: Decision): number | null {
    const known = this.#places.get(decision);
    if (known !== undefined) return known;
    if (!Object.isFrozen(decision)) return null;
    if (!this.#met.has(decision)) {
      this.#met.add(decision);
      return null;
    }
    const place = this.#connection
      .query('INSERT INTO decisions (text) VALUES (?)')
      .insert(toSharedJson(decision));
    this.#places.set(decision, place);
    this.#placedNow.push(decision);
    return place;
  }

  /** What was done since the last `keepChanges` is undone. */
  undo(): void {
    for (const decision of this.#placedNow.splice(0)) this.#places.delete(decision);
  }

  keepChanges(): void {
    this.#placedNow.length = 0;
  }

  clear(): void {
    this.#places = new WeakMap();
    this.#met = new WeakSet();
  }
}
