import type { Session } from '@callgate/core';
import type { SessionLabels } from '@callgate/core/label';
import type { Grant, Vote } from '@callgate/gate/confirm';
import type { Keys } from '@callgate/gate';
import type {
  CallChange,
  CallRow,
  CallState,
  Checkpoint,
  AuditEntry,
  AuditLogHead,
  StoredEntry,
  CallIdentity,
} from '@callgate/gate/record';
import { ColumnReader, LabelChanges, toStoredJson } from '@callgate/gate/sql';
import type {
  Alert,
  CallCount,
  CallShare,
  CountQuestion,
  RunningFilter,
  SharedLabelHolder,
  Tx,
} from '@callgate/gate/store';
import { storedRecordMessages } from '@callgate/messages/stored-record';
import { PostgresCallTable } from './call-table.ts';
import { PostgresCountsTable } from './counts-table.ts';
import type { ReadMemory } from './read-guesses.ts';
import type { ReplicaJournal } from './replica-journal.ts';
import { PostgresLabelsTable } from './labels-table.ts';
import { LOCKS, lockNumber } from './locks.ts';
import { PostgresPeopleTable } from './people-table.ts';
import type { SessionCache } from './session-table.ts';
import { PostgresSessionTable } from './session-table.ts';
import type { PostgresSettings } from './postgres-settings.ts';
import type { Statements } from './statements.ts';
import { makeTxOverError } from './statements.ts';

/** What pieces of work share in one opener. */
export interface TxParts {
  readonly journal: ReplicaJournal;
  readonly keys: Keys;
  readonly sessions: SessionCache;
  readonly memory: ReadMemory;
  readonly settings: PostgresSettings;
  readonly schema: string;
  readonly instance: string;
  /** The end of the record, with everything numbered that was committed. */
  readonly head: () => Promise<AuditLogHead>;
  /** Just now everybody lost the database: who has not come back yet is not dead. */
  readonly isEarly: () => boolean;
}

/** What is known of a piece of work that was tried before. */
export interface EarlierAttempts {
  /** Names that it locked with others, and then wanted alone: it takes them alone from the beginning. */
  readonly alone: Set<string>;
  collisions: number;
  /** It guesses nothing again. */
  asks: boolean;
  /** It is not done together with other work again. */
  isSingle: boolean;
}

/** What one piece of work may do. */
export class PostgresTx implements Tx {
  readonly #parts: TxParts;
  readonly #statements: Statements;
  readonly #calls: PostgresCallTable;
  readonly #people: PostgresPeopleTable;
  readonly #counts: PostgresCountsTable;
  readonly #sessions: PostgresSessionTable;
  readonly #labels: PostgresLabelsTable;
  readonly #locked: Set<string> = new Set();
  readonly #before: EarlierAttempts;
  readonly #labelled = new LabelChanges();
  #over = false;

  constructor(parts: TxParts, statements: Statements, before: EarlierAttempts) {
    this.#parts = parts;
    this.#before = before;
    this.#statements = statements;
    this.#calls = new PostgresCallTable(statements);
    this.#people = new PostgresPeopleTable(statements);
    this.#counts = new PostgresCountsTable(statements);
    this.#sessions = new PostgresSessionTable(statements, parts.keys, parts.sessions);
    this.#labels = new PostgresLabelsTable(statements);
  }

  /** The work is done: labels that no row tells of get one. */
  finish(): void {
    const rest = this.#labelled.rest();
    if (rest !== undefined) this.#in.journal.append(this.#statements, rest);
  }

  /** The work has ended: this can do nothing any more. */
  end(): void {
    this.#over = true;
    this.#statements.end();
  }

  now(): number {
    return this.#in.journal.now();
  }

  /** A database syncs every commit. */
  syncLater(): void {}

  async append(entry: AuditEntry): Promise<StoredEntry> {
    return this.#in.journal.append(this.#statements, this.#labelled.told(entry));
  }

  async head(): Promise<AuditLogHead> {
    return await this.#in.head();
  }

  async keep(digest: string, text: string): Promise<void> {
    this.#in.journal.keep(this.#statements, digest, text);
  }

  async addCheckpoint(checkpoint: Checkpoint): Promise<void> {
    this.#in.journal.addCheckpoint(this.#statements, checkpoint);
  }

  async insertCall(call: CallRow): Promise<void> {
    this.#check();
    await this.#calls.insert(call);
  }

  async call(id: string): Promise<CallRow | undefined> {
    this.#check();
    return await this.#calls.byId(id);
  }

  async callByTicket(ticket: string): Promise<CallRow | undefined> {
    this.#check();
    const found = await this.#calls.ofTicket(ticket);
    if (found === undefined) return undefined;
    // always the session first: its holder may want this call
    await this.#lock(LOCKS.session(found.session));
    return await this.#calls.byId(found.id);
  }

  async callByKey(session: string, key: string): Promise<CallRow | undefined> {
    await this.#lock(LOCKS.session(session));
    return await this.#calls.byKey(session, key);
  }

  async moveCall(id: string, from: CallState, to: CallState, change: CallChange): Promise<boolean> {
    this.#check();
    return await this.#calls.move(id, from, to, change);
  }

  async twinOf(call: CallIdentity & { readonly principal: string }): Promise<CallRow | undefined> {
    await this.#lock(LOCKS.same(call.principal, call));
    return await this.#calls.twinOf(call);
  }

  async heldTwin(session: string, call: CallIdentity): Promise<CallRow | undefined> {
    await this.#lock(LOCKS.session(session));
    return await this.#calls.heldTwin(session, call);
  }

  async askedSince(session: string, since: number): Promise<number> {
    await this.#lock(LOCKS.session(session));
    return await this.#calls.askedSince(session, since);
  }

  async pendingOf(principal: string): Promise<number> {
    await this.#lock(LOCKS.pending(principal));
    return await this.#calls.pendingOf(principal);
  }

  async running(filter: RunningFilter): Promise<number> {
    await this.#lock(LOCKS.running(filter));
    return await this.#calls.running(filter);
  }

  async overdue(now: number, limit: number): Promise<readonly CallRow[]> {
    this.#check();
    return await this.#calls.overdue(now, limit);
  }

  async callsOfInstance(
    instance: string,
    states: readonly CallState[],
    limit: number,
    attachedOnly: boolean = false,
  ): Promise<readonly CallRow[]> {
    this.#check();
    return await this.#calls.ofInstance(instance, states, limit, attachedOnly);
  }

  async callCounts(questions: readonly CountQuestion[], except: string): Promise<readonly CallCount[]> {
    await this.#lockCounts(questions.flatMap(({ holders }) => holders));
    return await this.#counts.counts(questions, except);
  }

  async countCall(call: string, shares: readonly CallShare[], at: number | null): Promise<void> {
    await this.uncountCall(call);
    await this.#lockCounts(shares.map(({ holder }) => holder));
    this.#counts.add(call, shares, at);
  }

  async uncountCall(call: string): Promise<void> {
    this.#check();
    const counted = await this.#counts.seriesOf(call);
    if (counted.length === 0) return;
    await this.#lockCounts(counted.map(({ holder }) => holder));
    this.#counts.remove(call);
  }

  async addVote(vote: Vote): Promise<boolean> {
    this.#check();
    return await this.#people.addVote(vote);
  }

  async votes(call: string): Promise<readonly Vote[]> {
    this.#check();
    return await this.#people.votes(call);
  }

  async insertGrant(grant: Grant): Promise<void> {
    this.#check();
    await this.#people.insertGrant(grant);
  }

  async grant(id: string): Promise<Grant | undefined> {
    this.#check();
    return await this.#people.grant(id);
  }

  async grantsFor(principal: string, server: string, target: string, now: number): Promise<readonly Grant[]> {
    this.#check();
    return await this.#people.grantsFor(principal, server, target, now);
  }

  async spendGrant(id: string, now: number): Promise<boolean> {
    this.#check();
    return await this.#people.spend(id, now);
  }

  async revokeGrant(id: string, revoked: NonNullable<Grant['revoked']>): Promise<boolean> {
    this.#check();
    return await this.#people.revoke(id, revoked);
  }

  async revokeAllGrants(revoked: NonNullable<Grant['revoked']>): Promise<number> {
    this.#check();
    return await this.#people.revokeAll(revoked);
  }

  async hasAlert(id: string): Promise<boolean> {
    this.#check();
    return await this.#people.hasAlert(id);
  }

  async addAlert(alert: Alert): Promise<boolean> {
    this.#check();
    return await this.#people.addAlert(alert);
  }

  async session(key: string): Promise<Session | undefined> {
    await this.#lock(LOCKS.session(key));
    return await this.#sessions.session(key);
  }

  async saveSession(key: string, session: Session): Promise<void> {
    await this.#lock(LOCKS.session(key));
    this.#labelled.noteSession(key, await this.#sessions.save(key, session), session.labels);
  }

  async dropSession(key: string): Promise<void> {
    await this.#lock(LOCKS.session(key));
    await this.#sessions.drop(key);
    this.#labelled.note('session', key, null);
  }

  async sessionKeys(prefix: string, limit: number): Promise<readonly string[]> {
    return await this.#sessions.keys(prefix, limit);
  }

  async labels(of: SharedLabelHolder, name: string): Promise<SessionLabels | undefined> {
    await this.#lock(LOCKS.labels(of, name), 'shared');
    return await this.#labels.labels(of, name);
  }

  async saveLabels(of: SharedLabelHolder, name: string, labels: SessionLabels): Promise<void> {
    await this.#lock(LOCKS.labels(of, name));
    this.#labels.save(of, name, labels);
    this.#parts.memory.noteLabels(of, name, toStoredJson(labels));
    this.#labelled.note(of, name, labels);
  }

  async deadInstances(): Promise<readonly string[]> {
    const { schema, instance, isEarly } = this.#in;
    const dead: string[] = [];
    if (isEarly()) return dead;
    for (const row of await this.#statements.all('SELECT instance FROM instances ORDER BY instance')) {
      const other = new ColumnReader(row, storedRecordMessages.replica).text('instance');
      if (other === instance) continue;
      const number = lockNumber(schema, LOCKS.instance(other));
      const taken = await this.#statements.get(
        'SELECT CASE WHEN pg_try_advisory_xact_lock(?) THEN 1 ELSE 0 END AS dead',
        number,
      );
      if (new ColumnReader(taken ?? {}, storedRecordMessages.replica).flag('dead')) dead.push(other);
    }
    return dead;
  }

  async forgetInstance(instance: string): Promise<void> {
    this.#check();
    this.#statements.send('DELETE FROM instances WHERE instance = ?', instance);
  }

  /** Always in one order: two that want the same do not wait for each other. */
  async #lockCounts(holders: readonly string[]): Promise<void> {
    for (const holder of [...new Set(holders)].toSorted()) await this.#lock(LOCKS.counts(holder));
  }

  #check(): void {
    if (this.#over) throw makeTxOverError();
  }

  get #in(): TxParts {
    this.#check();
    return this.#parts;
  }

  /** Until the end of the transaction. */
  async #lock(name: string, how: 'shared' | 'alone' = 'alone'): Promise<void> {
    this.#check();
    if (this.#locked.has(name) || (how === 'shared' && this.#locked.has(`shared ${name}`))) return;
    const shared = how === 'shared' && !this.#before.alone.has(name);
    const number = lockNumber(this.#parts.schema, name);
    if (!shared && this.#locked.has(`shared ${name}`)) await this.#takeAlone(name, number);
    else
      this.#statements.precede(
        `SELECT 1 AS locked FROM pg_advisory_xact_lock${shared ? '_shared' : ''}(?)`,
        number,
      );
    this.#locked.add(shared ? `shared ${name}` : name);
  }

  /** Two who have it together and want it alone would wait for each other. */
  async #takeAlone(name: string, number: string): Promise<void> {
    const taken = await this.#statements.get(
      'SELECT CASE WHEN pg_try_advisory_xact_lock(?) THEN 1 ELSE 0 END AS taken',
      number,
    );
    if (new ColumnReader(taken ?? {}, 'a lock').flag('taken')) return;
    this.#before.alone.add(name);
    this.#statements.giveWay();
  }
}
