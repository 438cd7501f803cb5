import { NO_ROWS } from '@callgate/gate/record';
import type { RecordHead } from '@callgate/gate/record';
import { Columns, HEAD, readHead, storeClosed } from '@callgate/gate/sql';
import type { ConnectionOptions } from './connection.ts';
import { Connection } from './connection.ts';
import { asFault, storeLost } from './faults.ts';
import { LOCKS, lockNumber } from './locks.ts';
import { numberAll } from './sequence.ts';

/** Throws where the end of the record that was seen is not in it any more. */
export const refuseLostRecord = async (connection: Connection, seen: RecordHead): Promise<void> => {
  if (seen.seq === 0) return;
  const row = await connection.get('SELECT hash FROM record WHERE seq = ?', seen.seq);
  if (row === undefined) throw storeLost(`row ${seen.seq} of the record, which was there`);
  if (Buffer.compare(new Columns(row, 'a row of the record').bytes('hash'), seen.hash) !== 0)
    throw storeLost(`row ${seen.seq} of the record, where another stands now`);
};

/** Whoever is stopped while it numbers keeps all others from it. */
const MOST_IDLE_MS = 5000;
/** How long beyond that a server may be silent. */
const SILENT_MS = 10_000;

/** Gives committed rows their numbers, on a connection of its own. Several who ask at once are answered together. */
export class Numbering {
  readonly #options: ConnectionOptions;
  #connection: Promise<Connection> | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #closed = false;
  /** The end of the record as it was seen last. */
  seen: RecordHead = NO_ROWS;

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

  async head(): Promise<RecordHead> {
    await this.catchUp();
    return this.seen;
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
    if (this.#closed) throw storeClosed();
    try {
      const connection = await this.#connected();
      await numberAll(connection, lockNumber(this.#options.address.schema, LOCKS.numbering));
      this.seen = readHead(await connection.get(HEAD));
    } catch (error) {
      throw asFault(error, this.#options.busyMs);
    }
  }

  async #connected(): Promise<Connection> {
    const known = await this.#connection?.catch(() => undefined);
    if (known !== undefined && known.cause === undefined) return known;
    const busyMs = Math.min(this.#options.busyMs, MOST_IDLE_MS);
    this.#connection = Connection.open({ ...this.#options, busyMs }).then(async (connection) => {
      connection.expectAnswers(busyMs + SILENT_MS);
      try {
        // what another server has must not pass for what was seen
        await refuseLostRecord(connection, this.seen);
        return connection;
      } catch (error) {
        connection.end();
        throw error;
      }
    });
    return await this.#connection;
  }
}
