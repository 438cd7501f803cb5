import type { Session } from '@callgate/core';
import type { SessionLabels } from '@callgate/core/label';
import type { Grant, Vote } from '@callgate/gate/confirm';
import type {
  AuditEntry,
  AuditLogHead,
  CallChange,
  CallIdentity,
  CallRow,
  CallState,
  Checkpoint,
  StoredEntry,
} from '@callgate/gate/record';
import { STATE_TRANSITIONS } from '@callgate/gate/record';
import {
  LabelChanges,
  hashCallIdentity,
  makeStoreCorruptError,
  parseStored,
  readCall,
  sessionLabelsSchema,
} from '@callgate/gate/sql';
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
import type { CommitGroup } from './commit-group.ts';
import type { FoundSession, TwinQuestion } from './group-reads.ts';
import type { SettledChange } from './group-writes.ts';
import { GroupWrites } from './group-writes.ts';
import { LOCKS } from './locks.ts';
import type { NameHolder } from './name-locks.ts';
import type { RememberedSession } from './session-changes.ts';
import { diffSession } from './session-changes.ts';
import { isEarlier, readStoredSession } from './session-table.ts';
import { makeTxOverError } from './statements.ts';

/** Why a piece of work is not done with the others. `later`: others have what it wants. `alone`: it needs a transaction in which every statement is answered. */
export type GroupLeave = 'later' | 'alone';

class LeftGroupError extends Error {}

const isSettledChange = (change: CallChange): change is CallChange & Required<SettledChange> =>
  Object.keys(change).length === 3 &&
  change.endedAt !== undefined &&
  change.fault !== undefined &&
  change.released !== undefined;

/**
 * What one piece of work may do that shares its transaction with others. What it writes is sent when all of them have
 * ended, so nothing has to be undone where it fails. What this cannot do makes it leave the group.
 */
export class GroupTx implements Tx, NameHolder {
  readonly place: number;
  readonly #group: CommitGroup;
  readonly #labelled = new LabelChanges();
  readonly #sessions: Map<string, RememberedSession> = new Map();
  readonly #twins: Map<string, string | undefined> = new Map();
  readonly #labels: Map<string, SessionLabels | undefined> = new Map();
  readonly #written: Set<string> = new Set();
  readonly #alerts: Set<string> = new Set();
  #over = false;
  #asking = 0;
  #lastAnswer = performance.now();
  readonly writes: GroupWrites = new GroupWrites();
  /** How many entries it put into the journal. */
  entries = 0;
  left: GroupLeave | undefined;

  constructor(group: CommitGroup, place: number) {
    this.#group = group;
    this.place = place;
  }

  /** Since when it waits for something that is not the database. */
  get idleSince(): number {
    return this.#asking > 0 ? Infinity : this.#lastAnswer;
  }

  get sessions(): ReadonlyMap<string, RememberedSession> {
    return this.#sessions;
  }

  /** The work is done: labels that no row tells of get one. */
  async finish(): Promise<void> {
    const rest = this.#labelled.rest();
    if (rest !== undefined) await this.append(rest);
  }

  /** The work has ended: this can do nothing any more. */
  end(): void {
    this.#over = true;
  }

  now(): number {
    this.#check();
    return this.#group.journal.now();
  }

  /** A database syncs every commit. */
  syncLater(): void {}

  async append(entry: AuditEntry): Promise<StoredEntry> {
    this.#check();
    const { begun } = this.#group;
    if (begun !== undefined) await this.#asks(begun);
    this.entries += 1;
    return this.#group.append(this.#labelled.told(entry));
  }

  async keep(digest: string, text: string): Promise<void> {
    this.#check();
    if (!this.#group.journal.isKept(digest)) this.writes.keep(digest, text);
  }

  async insertCall(call: CallRow): Promise<void> {
    this.#write(call.id);
    await this.#takeHere(`call ${call.id}`);
    this.writes.insertCall(call);
    this.#group.memory.noteCall(call);
  }

  async call(id: string): Promise<CallRow | undefined> {
    this.#read();
    await this.#takeHere(`call ${id}`);
    const row = await this.#asks(this.#group.reads.call(id));
    if (row === 'elsewhere') return this.#leave('alone');
    return row === undefined ? undefined : readCall(row).row;
  }

  async callByKey(session: string, key: string): Promise<CallRow | undefined> {
    this.#read();
    const taken = await this.#take(LOCKS.session(session));
    const [, id] = await this.#asks(
      Promise.all([this.#taken(taken), this.#group.reads.callOfKey(session, key)]),
    );
    return id === undefined ? undefined : await this.call(id);
  }

  /** What is not so makes the whole transaction fail, and it is done again alone. */
  async moveCall(id: string, from: CallState, to: CallState, change: CallChange): Promise<boolean> {
    this.#check();
    if (!STATE_TRANSITIONS[from].includes(to)) return false;
    if (!isSettledChange(change)) return this.#leave('alone');
    this.#write(id);
    await this.#takeHere(`call ${id}`);
    if (this.#group.hasMoved(id)) return this.#leave('later');
    this.writes.moveCall({ id, from, to, change });
    return true;
  }

  async twinOf(call: CallIdentity & { readonly principal: string }): Promise<CallRow | undefined> {
    this.#read();
    const name = LOCKS.same(call.principal, call);
    const { identity: _none, ...ofAlias } = call;
    const asked = call.identity === undefined ? [call] : [call, ofAlias];
    const nameOf = (each: CallIdentity): string => `${hashCallIdentity(each)} ${name}`;
    if (!this.#twins.has(nameOf(call))) {
      const taken = await this.#take(name);
      if (this.#guessNoTwin(asked)) return undefined;
      const [, ...ids] = await this.#asks(
        Promise.all([this.#taken(taken), ...asked.map((each) => this.#group.reads.twin(each))]),
      );
      for (const [index, each] of asked.entries()) {
        this.#twins.set(nameOf(each), ids[index]);
        if (ids[index] !== undefined) this.#group.memory.noteTwin(each);
      }
    }
    const id = this.#twins.get(nameOf(call));
    if (id === undefined) return undefined;
    const row = await this.#asks(this.#group.reads.row(id));
    return row === undefined ? undefined : readCall(row).row;
  }

  async hasAlert(id: string): Promise<boolean> {
    await this.#takeHere(`alert ${id}`);
    if (this.#alerts.has(id)) return true;
    return await this.#asks(this.#group.reads.hasAlert(id));
  }

  async addAlert(alert: Alert): Promise<boolean> {
    if (await this.hasAlert(alert.id)) return false;
    this.#alerts.add(alert.id);
    this.writes.addAlert(alert);
    return true;
  }

  async session(key: string): Promise<Session | undefined> {
    return (await this.#find(key))?.session;
  }

  async saveSession(key: string, session: Session): Promise<void> {
    const before = await this.#find(key);
    if (before?.session !== session) {
      const n = before?.n ?? this.#group.placeOf(key);
      const changes = diffSession(this.#group.keys, key, session, before);
      this.writes.saveSession({ n, key: before === undefined ? key : undefined, changes });
      const { version, places } = changes;
      this.#sessions.set(key, { n, version, session, places });
    }
    this.#labelled.noteSession(key, before?.session.labels, session.labels);
  }

  async labels(of: SharedLabelHolder, name: string): Promise<SessionLabels | undefined> {
    const lock = LOCKS.labels(of, name);
    if (this.#labels.has(lock)) return this.#labels.get(lock);
    const taken = await this.#take(lock, true);
    const { memory, guesses, isOpen, reads } = this.#group;
    const guess = isOpen ? undefined : memory.labels(of, name);
    if (guess !== undefined) guesses.labels(of, name, guess.text);
    const [, text] =
      guess === undefined
        ? await this.#asks(Promise.all([this.#taken(taken), reads.labels(of, name)]))
        : [undefined, guess.text];
    if (guess === undefined) memory.noteLabels(of, name, text);
    const labels =
      text === undefined
        ? undefined
        : parseStored(text, sessionLabelsSchema, storedRecordMessages.labels({ holder: `${of} ${name}` }));
    this.#labels.set(lock, labels);
    return labels;
  }

  async head(): Promise<AuditLogHead> {
    return this.#leave('alone');
  }

  async addCheckpoint(_checkpoint: Checkpoint): Promise<void> {
    this.#leave('alone');
  }

  async callByTicket(_ticket: string): Promise<CallRow | undefined> {
    return this.#leave('alone');
  }

  async heldTwin(_session: string, _call: CallIdentity): Promise<CallRow | undefined> {
    return this.#leave('alone');
  }

  async askedSince(_session: string, _since: number): Promise<number> {
    return this.#leave('alone');
  }

  async pendingOf(_principal: string): Promise<number> {
    return this.#leave('alone');
  }

  async running(_filter: RunningFilter): Promise<number> {
    return this.#leave('alone');
  }

  async overdue(_now: number, _limit: number): Promise<readonly CallRow[]> {
    return this.#leave('alone');
  }

  async callsOfInstance(): Promise<readonly CallRow[]> {
    return this.#leave('alone');
  }

  async callCounts(_questions: readonly CountQuestion[], _except: string): Promise<readonly CallCount[]> {
    return this.#leave('alone');
  }

  async countCall(_call: string, _shares: readonly CallShare[], _at: number | null): Promise<void> {
    this.#leave('alone');
  }

  async uncountCall(_call: string): Promise<void> {
    this.#leave('alone');
  }

  async addVote(_vote: Vote): Promise<boolean> {
    return this.#leave('alone');
  }

  async votes(_call: string): Promise<readonly Vote[]> {
    return this.#leave('alone');
  }

  async insertGrant(_grant: Grant): Promise<void> {
    this.#leave('alone');
  }

  async grant(_id: string): Promise<Grant | undefined> {
    return this.#leave('alone');
  }

  async grantsFor(): Promise<readonly Grant[]> {
    return this.#leave('alone');
  }

  async spendGrant(_id: string, _now: number): Promise<boolean> {
    return this.#leave('alone');
  }

  async revokeGrant(_id: string, _revoked: NonNullable<Grant['revoked']>): Promise<boolean> {
    return this.#leave('alone');
  }

  async revokeAllGrants(_revoked: NonNullable<Grant['revoked']>): Promise<number> {
    return this.#leave('alone');
  }

  async dropSession(_key: string): Promise<void> {
    this.#leave('alone');
  }

  async sessionKeys(_prefix: string, _limit: number): Promise<readonly string[]> {
    return this.#leave('alone');
  }

  /** One raises them for all: the others look again, and most find them raised. */
  async saveLabels(of: SharedLabelHolder, name: string, _labels: SessionLabels): Promise<void> {
    this.#leave(this.#group.isFirstToRaise(LOCKS.labels(of, name)) ? 'alone' : 'later');
  }

  async deadInstances(): Promise<readonly string[]> {
    return this.#leave('alone');
  }

  async forgetInstance(_instance: string): Promise<void> {
    this.#leave('alone');
  }

  #check(): void {
    if (this.#over) throw makeTxOverError();
    if (this.left !== undefined) throw new LeftGroupError(this.left);
  }

  /** What it has written itself is not in the database yet. */
  #read(): void {
    this.#check();
    if (this.#written.size > 0) this.#leave('alone');
  }

  #write(call: string): void {
    this.#check();
    if (this.#written.has(call)) this.#leave('alone');
    this.#written.add(call);
  }

  #leave(how: GroupLeave): never {
    this.#check();
    this.left = how;
    throw new LeftGroupError(how);
  }

  async #asks<T>(answer: Promise<T>): Promise<T> {
    // nobody may be left to hear it
    answer.catch(() => {});
    this.#check();
    this.#asking += 1;
    try {
      return await answer;
    } finally {
      this.#asking -= 1;
      this.#lastAnswer = performance.now();
      this.#check();
    }
  }

  /** From the other pieces of work of the group, until this one has ended. */
  async #takeHere(name: string, isShared = false): Promise<void> {
    this.#check();
    const taken = this.#group.names.take(this, name, isShared);
    if (taken === undefined || taken === true) return;
    if (taken === false || !(await this.#asks(taken))) this.#leave('alone');
  }

  /** From everybody, until the end of the transaction. What it returns says whether it is taken. */
  async #take(name: string, isShared = false): Promise<{ readonly answer: Promise<boolean> | undefined }> {
    await this.#takeHere(name, isShared);
    const answer = this.#group.take(name, isShared, this.place === 0);
    if (answer === 'shared') return this.#leave('alone');
    return { answer };
  }

  async #taken({ answer }: { readonly answer: Promise<boolean> | undefined }): Promise<void> {
    if (answer === undefined || (await answer)) return;
    // the first waits for what it asks first; what it wants later it gets alone
    this.#leave(this.place === 0 ? 'alone' : 'later');
  }

  #guessNoTwin(asked: readonly TwinQuestion[]): boolean {
    const { memory, guesses, isOpen } = this.#group;
    if (isOpen || asked.some((each) => memory.hasTwin(each))) return false;
    for (const each of asked) guesses.noTwin(each);
    return true;
  }

  async #find(key: string): Promise<RememberedSession | undefined> {
    const own = this.#sessions.get(key);
    if (own !== undefined) {
      this.#check();
      return own;
    }
    const taken = await this.#take(LOCKS.session(key));
    const group = this.#group;
    const earlier = group.sessions.get(key);
    if (earlier !== undefined) {
      await this.#asks(this.#taken(taken));
      return earlier.stored;
    }
    const remembered = group.cache.get(key);
    if (remembered !== undefined && !group.isOpen && !group.memory.isContended(key)) {
      group.guesses.session(remembered.n, remembered.version);
      group.sessions.set(key, { n: remembered.n, stored: remembered });
      return remembered;
    }
    const [, found] = await this.#asks(
      Promise.all([this.#taken(taken), group.reads.session(key, remembered?.version)]),
    );
    const stored = await this.#load(key, found, remembered);
    group.sessions.set(key, { n: found.n, stored });
    return stored;
  }

  async #load(
    key: string,
    { n, version, head }: FoundSession,
    remembered: RememberedSession | undefined,
  ): Promise<RememberedSession | undefined> {
    const { cache, memory, reads, keys } = this.#group;
    if (version === null) {
      cache.delete(key);
      return undefined;
    }
    if (remembered?.n === n && remembered.version === version) return remembered;
    if (remembered !== undefined) memory.noteContended(key);
    if (head === null) throw makeStoreCorruptError(storedRecordMessages.session({ session: key }));
    const found = { n, version, head };
    const known = isEarlier(remembered, found) ? remembered : undefined;
    const { parts, seen } = await this.#asks(reads.content(n, known?.version));
    return cache.set(key, readStoredSession(keys, key, found, parts, seen, known));
  }
}
