import type { Clock } from '../../clock.ts';
import type { Keys } from '../../record/keys.ts';
import { CallTable } from './call-table.ts';
import type { Connection } from './connection.ts';
import { LabelsTable } from './labels-table.ts';
import type { Openers } from './openers.ts';
import { PeopleTable } from './people-table.ts';
import { RecordTable } from './record-table.ts';
import type { SessionMemory } from './session-table.ts';
import { SessionTable } from './session-table.ts';

/** All that a transaction works on, with what is remembered between transactions. */
export class Tables {
  readonly connection: Connection;
  readonly openers: Openers;
  readonly record: RecordTable;
  readonly calls: CallTable;
  readonly people: PeopleTable;
  readonly sessions: SessionTable;
  readonly labels: LabelsTable;
  /** Openers that were forgotten and whose files can go once that is durable. */
  readonly forgotten: string[] = [];
  /** How many of them are of work that counts. */
  #forgottenForGood = 0;
  #version: unknown = undefined;

  constructor(connection: Connection, openers: Openers, clock: Clock, keys: Keys, memory: SessionMemory) {
    this.connection = connection;
    this.openers = openers;
    this.record = new RecordTable(connection, clock);
    this.calls = new CallTable(connection);
    this.people = new PeopleTable(connection);
    this.sessions = new SessionTable(connection, keys, memory);
    this.labels = new LabelsTable(connection);
  }

  /** Inside a new transaction: looks whether somebody else has written since the last one. */
  begin(): void {
    const version = this.connection.query('PRAGMA data_version').get()?.['data_version'];
    if (version === this.#version) return;
    this.#version = version;
    this.record.forget();
    this.calls.age();
    this.sessions.age();
    this.labels.age();
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
