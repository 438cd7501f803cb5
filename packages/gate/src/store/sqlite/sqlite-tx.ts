import type { Session } from '@callgate/core';
import { CallgateError } from '@callgate/core';
import type { SessionLabels } from '@callgate/core/label';
import { storeErrors } from '@callgate/messages/errors/store';
import type { Clock } from '../../environment/clock.ts';
import type { CallChange, CallRow, CallState, CallIdentity } from '../../record/call-row.ts';
import type { Checkpoint, AuditEntry, AuditLogHead, StoredEntry } from '../../record/audit-entry.ts';
import type { Grant } from '../../record/grant.ts';
import type { Keys } from '../../record/keys.ts';
import type { Vote } from '../../record/vote.ts';
import { LabelChanges } from '../rows/session-codec.ts';
import type { Alert, RunningFilter, SharedLabelHolder, Tx } from '../store.ts';
import type { CallCount, CallShare, CountQuestion } from '../call-counts.ts';
import { SqliteCallTable } from './call-table.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import type { ReplicaLocks } from './replica-locks.ts';
import { removeReplica } from './replica-locks.ts';
import { SqliteCountsTable } from './counts-table.ts';
import { SqlitePeopleTable } from './people-table.ts';
import { AuditLogTable } from './audit-log-table.ts';
import type { SqliteSessionMemory } from './session-table.ts';
import { SqliteLabelsTable, SqliteSessionTable } from './session-table.ts';

const ALONE_AFTER = 100;

/** All that a transaction works on, with what is remembered between transactions. */
export class SqliteTables {
  readonly connection: SqliteConnection;
  readonly openers: ReplicaLocks;
  readonly record: AuditLogTable;
  readonly calls: SqliteCallTable;
  readonly people: SqlitePeopleTable;
  readonly counts: SqliteCountsTable;
  readonly sessions: SqliteSessionTable;
  readonly labels: SqliteLabelsTable;
  /** Openers that were forgotten and whose files can go once that is durable. */
  readonly forgotten: string[] = [];
  /** How many of them are of work that counts. */
  #forgottenForGood = 0;
  #version: unknown = undefined;
  /** Transactions since another process has written, or since this one began. */
  #alone = 0;

  constructor(
    connection: SqliteConnection,
    openers: ReplicaLocks,
    clock: Clock,
    keys: Keys,
    memory: SqliteSessionMemory,
  ) {
    this.connection = connection;
    this.openers = openers;
    this.record = new AuditLogTable(connection, clock);
    this.calls = new SqliteCallTable(connection);
    this.people = new SqlitePeopleTable(connection);
    this.counts = new SqliteCountsTable(connection);
    this.sessions = new SqliteSessionTable(connection, keys, memory);
    this.labels = new SqliteLabelsTable(connection);
  }

  /** Inside a new transaction: looks whether another process has written since the last one. */
  begin(): void {
    const version = this.connection.query('PRAGMA data_version').get()?.['data_version'];
    this.#alone += 1;
    if (version === this.#version) return;
    this.#alone = 0;
    this.#version = version;
    this.record.forget();
    this.calls.age();
    this.sessions.age();
    this.labels.age();
  }

  /** Whether no other process writes here, as far as one can tell. Two that share a session read each other's results. */
  get isAlone(): boolean {
    return this.#alone > ALONE_AFTER;
  }

  /** What one piece of work did counts. */
  keepChanges(): void {
    this.record.keepChanges();
    this.calls.keepChanges();
    this.sessions.keepChanges();
    this.labels.keepChanges();
    this.#forgottenForGood = this.forgotten.length;
  }

  /** What one piece of work did was undone. */
  undo(): void {
    this.record.undo();
    this.calls.undo();
    this.sessions.undo();
    this.labels.undo();
    this.forgotten.length = this.#forgottenForGood;
  }

  /** The transaction is durable: the openers that can be cleaned up after. */
  committed(): readonly string[] {
    this.#forgottenForGood = 0;
    return this.forgotten.splice(0);
  }

  /** The whole transaction was undone, or nobody knows. */
  clear(): void {
    this.#forgottenForGood = 0;
    this.undo();
    this.record.clear();
    this.calls.clear();
    this.sessions.clear();
    this.labels.clear();
  }
}

/** What one piece of work may do. Everything happens at once; the promises are the contract's. */
export class SqliteTx implements Tx {
  readonly #tables: SqliteTables;
  readonly #labelled = new LabelChanges();
  #over = false;
  #mayLag = false;

  constructor(tables: SqliteTables) {
    this.#tables = tables;
  }

  /** The work is done: labels that no row tells of get one. */
  finish(): void {
    const rest = this.#labelled.rest();
    if (rest !== undefined) this.#in.record.append(rest);
  }

  /** The work has ended: this can do nothing any more. */
  end(): void {
    this.#over = true;
  }

  /** The tables, as long as the transaction lasts and its storage holds. */
  get #in(): SqliteTables {
    if (this.#over) throw new CallgateError(storeErrors.transactionOver());
    // oxlint-disable-next-line typescript/only-throw-error
    if (this.#tables.connection.fault !== undefined) throw this.#tables.connection.fault;
    return this.#tables;
  }

  now(): number {
    return this.#in.record.now();
  }

  syncLater(): void {
    this.#mayLag = true;
  }

  /** Whether what was written must be synced before anybody hears of it. */
  get needsSync(): boolean {
    return !this.#mayLag || this.#labelled.hasChanged;
  }

  async append(entry: AuditEntry): Promise<StoredEntry> {
    return this.#in.record.append(this.#labelled.told(entry));
  }

  async head(): Promise<AuditLogHead> {
    return this.#in.record.head();
  }

  async keep(digest: string, text: string): Promise<void> {
    this.#in.record.keep(digest, text);
  }

  async addCheckpoint(checkpoint: Checkpoint): Promise<void> {
    this.#in.record.addCheckpoint(checkpoint);
  }

  async insertCall(call: CallRow): Promise<void> {
    this.#in.calls.insert(call);
  }

  async call(id: string): Promise<CallRow | undefined> {
    return this.#in.calls.byId(id);
  }

  async callByTicket(ticket: string): Promise<CallRow | undefined> {
    return this.#in.calls.byTicket(ticket);
  }

  async callByKey(session: string, key: string): Promise<CallRow | undefined> {
    return this.#in.calls.byKey(session, key);
  }

  async moveCall(id: string, from: CallState, to: CallState, change: CallChange): Promise<boolean> {
    return this.#in.calls.move(id, from, to, change);
  }

  async twinOf(call: CallIdentity & { readonly principal: string }): Promise<CallRow | undefined> {
    return this.#in.calls.twinOf(call);
  }

  async heldTwin(session: string, call: CallIdentity): Promise<CallRow | undefined> {
    return this.#in.calls.heldTwin(session, call);
  }

  async askedSince(session: string, since: number): Promise<number> {
    return this.#in.calls.askedSince(session, since);
  }

  async pendingOf(principal: string): Promise<number> {
    return this.#in.calls.pendingOf(principal);
  }

  async running(filter: RunningFilter): Promise<number> {
    return this.#in.calls.running(filter);
  }

  async overdue(now: number, limit: number): Promise<readonly CallRow[]> {
    return this.#in.calls.overdue(now, limit);
  }

  async callsOfInstance(
    instance: string,
    states: readonly CallState[],
    limit: number,
    attachedOnly: boolean = false,
  ): Promise<readonly CallRow[]> {
    return this.#in.calls.ofInstance(instance, states, limit, attachedOnly);
  }

  async callCounts(questions: readonly CountQuestion[], except: string): Promise<readonly CallCount[]> {
    return this.#in.counts.counts(questions, except);
  }

  async countCall(call: string, shares: readonly CallShare[], at: number | null): Promise<void> {
    this.#in.counts.count(call, shares, at);
  }

  async uncountCall(call: string): Promise<void> {
    this.#in.counts.remove(call);
  }

  async addVote(vote: Vote): Promise<boolean> {
    return this.#in.people.addVote(vote);
  }

  async votes(call: string): Promise<readonly Vote[]> {
    return this.#in.people.votes(call);
  }

  async insertGrant(grant: Grant): Promise<void> {
    this.#in.people.insertGrant(grant);
  }

  async grant(id: string): Promise<Grant | undefined> {
    return this.#in.people.grant(id);
  }

  async grantsFor(principal: string, server: string, target: string, now: number): Promise<readonly Grant[]> {
    return this.#in.people.grantsFor(principal, server, target, now);
  }

  async spendGrant(id: string, now: number): Promise<boolean> {
    return this.#in.people.spend(id, now);
  }

  async revokeGrant(id: string, revoked: NonNullable<Grant['revoked']>): Promise<boolean> {
    return this.#in.people.revoke(id, revoked);
  }

  async revokeAllGrants(revoked: NonNullable<Grant['revoked']>): Promise<number> {
    return this.#in.people.revokeAll(revoked);
  }

  async hasAlert(id: string): Promise<boolean> {
    return this.#in.people.hasAlert(id);
  }

  async addAlert(alert: Alert): Promise<boolean> {
    return this.#in.people.addAlert(alert);
  }

  async session(key: string): Promise<Session | undefined> {
    return this.#in.sessions.session(key);
  }

  async saveSession(key: string, session: Session): Promise<void> {
    const { sessions, isAlone } = this.#in;
    this.#labelled.noteSession(key, sessions.save(key, session, this.#mayLag && isAlone), session.labels);
  }

  async dropSession(key: string): Promise<void> {
    this.#in.sessions.drop(key);
    this.#labelled.note('session', key, null);
  }

  async sessionKeys(prefix: string, limit: number): Promise<readonly string[]> {
    return this.#in.sessions.keys(prefix, limit);
  }

  async labels(of: SharedLabelHolder, name: string): Promise<SessionLabels | undefined> {
    return this.#in.labels.labels(of, name);
  }

  async saveLabels(of: SharedLabelHolder, name: string, labels: SessionLabels): Promise<void> {
    if (this.#in.labels.save(of, name, labels)) this.#labelled.note(of, name, labels);
  }

  async deadInstances(): Promise<readonly string[]> {
    const { openers, connection } = this.#in;
    return openers.dead(connection);
  }

  async forgetInstance(instance: string): Promise<void> {
    const { connection, forgotten } = this.#in;
    removeReplica(connection, instance);
    forgotten.push(instance);
  }
}
