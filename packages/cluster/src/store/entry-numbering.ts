import { EMPTY_LOG_HEAD } from '@callgate/gate/record';
import type { AuditLogHead } from '@callgate/gate/record';
import { ColumnReader, HEAD_QUERY, readLogHead, makeStoreClosedError } from '@callgate/gate/sql';
import { lossText } from '@callgate/messages/loss';
import { storedRecordMessages } from '@callgate/messages/stored-record';
import type { ConnectionOptions } from './postgres-connection.ts';
import { PostgresConnection } from './postgres-connection.ts';
import { toStoreFault, makeStoreLostError } from './faults.ts';
import { LOCKS, lockNumber } from './locks.ts';
import { numberEntries } from './number-entries.ts';
import { RecentEntries } from './recent-entries.ts';

/** Throws where the end of the record that was seen is not in it any more. */
export const refuseLostLog = async (connection: PostgresConnection, seen: AuditLogHead): Promise<void> => {
  if (seen.seq === 0) return;
  const row = await connection.get('SELECT hash FROM record WHERE seq = ?', seen.seq);
  if (row === undefined) throw makeStoreLostError(lossText.entryMissing({ seq: seen.seq }));
  if (Buffer.compare(new ColumnReader(row, storedRecordMessages.someEntry).bytes('hash'), seen.hash) !== 0)
    throw makeStoreLostError(lossText.entryReplaced({ seq: seen.seq }));
};

/** A process that stops while it numbers blocks all others. */
const MOST_IDLE_MS = 5000;
/** How long beyond that a server may be silent. */
const SILENT_MS = 10_000;

const isClosed = (cause: Error | undefined): boolean =>
  cause !== undefined && 'code' in cause && cause.code === 'CONNECTION_CLOSED';

/** Gives committed rows their numbers, on a connection of its own. Several who ask at once are answered together. */
export class EntryNumbering {
  readonly #options: ConnectionOptions;
  #connection: Promise<PostgresConnection> | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #closed = false;
  readonly recent: RecentEntries = new RecentEntries();
  /** The end of the record as it was seen last. */
  seen: AuditLogHead = EMPTY_LOG_HEAD;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** Everything that was committed before this was called has its number when it resolves. */
  catchUp(): Promise<void> {
    if (this.#running === undefined) return this.#start();
    // what runs now may have looked before
    this.#next ??= this.#running.catch(() => {}).then(() => this.#start());
    return this.#next;
  }

  async head(): Promise<AuditLogHead> {
    await this.catchUp();
    return this.seen;
  }

  /** An operator accepted what is gone: what was seen need not be there any more. */
  async forget(): Promise<void> {
    this.cut();
    await this.#running?.catch(() => {});
    this.seen = EMPTY_LOG_HEAD;
  }

  /** Nobody answers on its connection. */
  cut(): void {
    void this.#connection?.then(
      (connection) => connection.end(),
      () => {},
    );
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#running?.catch(() => {});
    const connection = await this.#connection?.catch(() => undefined);
    connection?.end();
  }

  #start(): Promise<void> {
    this.#next = undefined;
    this.#running = this.#run().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #run(): Promise<void> {
    if (this.#closed) throw makeStoreClosedError();
    try {
      const connection = await this.#connected();
      await this.#numberOn(connection).catch(async (error: unknown) => {
        // the server had ended it while nothing was asked on it
        if (!isClosed(connection.cause)) throw error;
        await this.#numberOn(await this.#connected());
      });
    } catch (error) {
      throw toStoreFault(error, this.#options.busyMs);
    }
  }

  async #numberOn(connection: PostgresConnection): Promise<void> {
    await numberEntries(connection, lockNumber(this.#options.address.schema, LOCKS.numbering), this.recent);
    this.seen = readLogHead(await connection.get(HEAD_QUERY));
  }

  async #connected(): Promise<PostgresConnection> {
    const known = await this.#connection?.catch(() => undefined);
    if (known !== undefined && known.cause === undefined) return known;
    const busyMs = Math.min(this.#options.busyMs, MOST_IDLE_MS);
    this.#connection = PostgresConnection.open({ ...this.#options, busyMs }).then(async (connection) => {
      connection.expectAnswers(busyMs + SILENT_MS);
      try {
        // what another server has must not pass for what was seen
        await refuseLostLog(connection, this.seen);
        return connection;
      } catch (error) {
        connection.end();
        throw error;
      }
    });
    return await this.#connection;
  }
}
