import type { RecordHead } from '../../record/entry.ts';
import { HEAD, readHead } from '../rows/record-codec.ts';
import { storeClosed } from '../faults.ts';
import type { ConnectionOptions } from './connection.ts';
import { Connection } from './connection.ts';
import { faultKind, storeAway } from './faults.ts';
import { LOCKS, lockNumber } from './locks.ts';
import { numberAll } from './sequence.ts';

/** Gives committed rows their numbers, on a connection of its own. Several who ask at once are answered together. */
export class Numbering {
  readonly #options: ConnectionOptions;
  #connection: Promise<Connection> | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #closed = false;

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
    const connection = await this.#connected();
    return readHead(await connection.get(HEAD));
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
    } catch (error) {
      throw faultKind(error) === 'away' ? storeAway(error) : error;
    }
  }

  async #connected(): Promise<Connection> {
    const known = await this.#connection?.catch(() => undefined);
    if (known !== undefined && known.cause === undefined) return known;
    this.#connection = Connection.open(this.#options);
    return await this.#connection;
  }
}
