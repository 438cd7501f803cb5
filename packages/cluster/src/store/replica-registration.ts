import { systemClock } from '@callgate/gate';
import { EMPTY_LOG_HEAD, mintId } from '@callgate/gate/record';
import type { AuditLogHead } from '@callgate/gate/record';
import { ColumnReader } from '@callgate/gate/sql';
import type { SqlRow } from '@callgate/gate/sql';
import { lossText } from '@callgate/messages/loss';
import type { PostgresConnection, ConnectionOptions } from './postgres-connection.ts';
import type { DatabaseClock } from './database-clock.ts';
import { makeStoreAwayError, makeStoreLostError } from './faults.ts';
import { ReplicaJournal } from './replica-journal.ts';
import { LOCKS, lockNumber } from './locks.ts';
import { refuseLosses } from './losses.ts';
import type { EntryNumbering } from './entry-numbering.ts';
import { refuseLostLog } from './entry-numbering.ts';
import type { PostgresOptions } from './open-store.ts';
import { ReadMemory } from './read-guesses.ts';
import type { PostgresSettings } from './postgres-settings.ts';
import { refuseOtherKey } from './refuse-other-key.ts';
import type { SessionCache } from './session-table.ts';
import type { UnconfirmedCommit } from './postgres-writer.ts';
import { PostgresWriter, settleJobs } from './postgres-writer.ts';

/** How long beyond what others may hold something a server may be silent. */
const SILENT_MS = 5000;

/** After the database was lost, others are given this long to come back before they count as dead. */
const PATIENCE_MS = 6000;

/** What an opener has while it is connected. */
export interface ReplicaConnection {
  readonly connection: PostgresConnection;
  readonly writer: PostgresWriter;
  readonly journal: ReplicaJournal;
  readonly instance: string;
}

interface JournalChain {
  readonly id: number;
  readonly head: AuditLogHead;
  readonly commits: number;
}

/** True until so much time has passed. */
const within = (ms: number): (() => boolean) => {
  const end = performance.now() + ms;
  return () => performance.now() < end;
};

const readChain = (row: SqlRow): JournalChain => {
  const from = new ColumnReader(row, 'a chain');
  return {
    id: from.whole('id'),
    head: { seq: from.whole('place'), at: from.whole('at'), hash: from.bytes('hash') },
    commits: from.whole('commits'),
  };
};

/** What was known before the connection ended. */
export interface LastConnection {
  readonly acknowledged: AuditLogHead;
  readonly chain: number;
  readonly commits: number;
  readonly doubt: UnconfirmedCommit | undefined;
}

/** Becomes an opener on a new connection, for the first time or again. */
export class ReplicaRegistration {
  readonly #options: PostgresOptions;
  readonly #connecting: ConnectionOptions;
  readonly #sessions: SessionCache;
  readonly #clock: DatabaseClock;
  readonly #numbering: EntryNumbering;
  readonly #settings: PostgresSettings;

  constructor(
    options: PostgresOptions,
    connecting: ConnectionOptions,
    sessions: SessionCache,
    clock: DatabaseClock,
    numbering: EntryNumbering,
    settings: PostgresSettings,
  ) {
    this.#settings = settings;
    this.#options = options;
    this.#connecting = connecting;
    this.#sessions = sessions;
    this.#clock = clock;
    this.#numbering = numbering;
  }

  async enter(
    connection: PostgresConnection,
    name: string,
    before: LastConnection | undefined,
  ): Promise<ReplicaConnection> {
    const { schema } = this.#connecting.address;
    this.#sessions.clear();
    // from here on nothing takes long that waits for nobody
    connection.expectAnswers(this.#connecting.busyMs + SILENT_MS);
    await connection.expectGrowth();
    if (before === undefined) {
      if (this.#options.despiteLoss !== true) await refuseLosses(connection);
      await refuseOtherKey(connection, this.#options.keys);
      await this.#hold(connection, name);
      return this.#lane(connection, name, await this.#begin(connection, name));
    }
    // the server may still hold the lock for the connection that has ended
    await this.#hold(connection, name);
    await refuseLosses(connection);
    await refuseLostLog(connection, this.#numbering.seen);
    const chain = await this.#chainAt(connection, before.chain);
    const tellDoubt = this.#compare(chain, before);
    // what is lost may have a number that others have given anew
    if (!(await this.#settings.isKept(connection))) throw makeStoreLostError(lossText.settingsMissing);
    // a commit that nobody waited for to the end may be on this server alone: one that waits behind it takes it along
    if (before.doubt !== undefined)
      await connection.run('UPDATE chains SET commits = commits WHERE id = ?', before.chain);
    const isEarly = within(PATIENCE_MS);
    const still = await connection.get('SELECT instance FROM instances WHERE instance = ?', name);
    if (still !== undefined) {
      tellDoubt();
      return this.#lane(connection, name, chain, isEarly);
    }
    // others took it for dead and saw to its calls: it comes back as a new replica
    await connection.get('SELECT pg_advisory_unlock(?) AS done', lockNumber(schema, LOCKS.instance(name)));
    const other = mintId(Math.trunc(systemClock.now()));
    await this.#hold(connection, other);
    const begun = await this.#begin(connection, other);
    tellDoubt();
    return this.#lane(connection, other, begun, isEarly);
  }

  async #hold(connection: PostgresConnection, instance: string): Promise<void> {
    await connection.get(
      'SELECT 1 AS held FROM pg_advisory_lock(?)',
      lockNumber(this.#connecting.address.schema, LOCKS.instance(instance)),
    );
  }

  async #begin(connection: PostgresConnection, instance: string): Promise<JournalChain> {
    await connection.run('BEGIN');
    await connection.run(
      'INSERT INTO instances (instance, opened_at) VALUES (?, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)',
      instance,
    );
    const row = await connection.get(
      'INSERT INTO chains (name, place, at, hash, commits) VALUES (?, 0, 0, ?, 0) RETURNING *',
      instance,
      EMPTY_LOG_HEAD.hash,
    );
    await connection.run('COMMIT');
    return readChain(row ?? {});
  }

  async #chainAt(connection: PostgresConnection, id: number): Promise<JournalChain> {
    const row = await connection.get('SELECT * FROM chains WHERE id = ?', id);
    if (row === undefined) throw makeStoreLostError(lossText.journalMissing);
    return readChain(row);
  }

  /** What was acknowledged must be there. The function it returns tells those in doubt: once nothing can fail any more. */
  #compare(chain: JournalChain, { acknowledged, commits, doubt }: LastConnection): () => void {
    if (chain.commits < commits || chain.head.seq < acknowledged.seq)
      throw makeStoreLostError(
        lossText.journalCutOff({ seq: chain.head.seq, acknowledged: acknowledged.seq }),
      );
    const counts = doubt !== undefined && chain.commits === commits + 1;
    const expected = counts ? doubt.head : acknowledged;
    if ((!counts && chain.commits !== commits) || Buffer.compare(chain.head.hash, expected.hash) !== 0)
      throw makeStoreLostError(lossText.journalEndReplaced);
    return () => {
      if (counts) settleJobs(doubt.done);
      else
        for (const { job } of doubt?.done ?? [])
          job.reject(makeStoreAwayError(new Error('the commit did not count')));
    };
  }

  #lane(
    connection: PostgresConnection,
    instance: string,
    { id, head, commits }: JournalChain,
    isEarly: () => boolean = () => false,
  ): ReplicaConnection {
    const journal = new ReplicaJournal(id, head, this.#numbering.recent);
    const { keys, clock } = this.#options;
    const { schema } = this.#connecting.address;
    const writer = new PostgresWriter(
      connection,
      {
        journal,
        keys,
        sessions: this.#sessions,
        memory: new ReadMemory(),
        settings: this.#settings,
        schema,
        instance,
        head: () => this.#numbering.head(),
        isEarly,
      },
      commits,
      {
        busyMs: this.#connecting.busyMs,
        clock,
        timeHeard: (now) => this.#clock.heard(now),
        despiteLoss: this.#options.despiteLoss === true,
      },
    );
    return { connection, writer, journal, instance };
  }
}
