import { storedRecordMessages } from '@callgate/messages/stored-record';
import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { ColumnReader } from '@callgate/gate/sql';
import type { SqlRow } from '@callgate/gate/sql';
import type { ConnectionOptions } from './postgres-connection.ts';
import { makeConnectionSettings } from './postgres-connection.ts';

const LOOK_EVERY_MS = 1000;
const TOLD_AT_MOST_EVERY_MS = 5;
/** A server that has not answered after so many looks is gone. */
const MOST_UNANSWERED = 15;

/** Tells listeners of a commit, here or elsewhere: by a notification, or by looking now and then. */
export class PostgresChangeListeners {
  readonly #own: string = randomBytes(8).toString('hex');
  readonly #channel: string;
  readonly #listeners: Set<() => void> = new Set();
  readonly #options: ConnectionOptions;
  #sql: postgres.Sql<{ bigint: number }>;
  #timer: NodeJS.Timeout | undefined;
  #seen: number | undefined;
  #told = false;
  #telling: NodeJS.Timeout | undefined;
  #listening = false;
  #unanswered = 0;

  constructor(options: ConnectionOptions) {
    this.#channel = `callgate_${options.address.schema}`.slice(0, 63);
    this.#options = options;
    this.#sql = this.#client();
  }

  /** Nobody answers: it is listened anew, on another connection. */
  cut(): void {
    const old = this.#sql;
    this.#sql = this.#client();
    this.#listening = false;
    this.#unanswered = 0;
    void old.end({ timeout: 0 }).catch(() => {});
    if (this.#listeners.size > 0) this.#start();
  }

  listen(listener: () => void): () => void {
    // the same function twice is two listeners
    const own = (): void => listener();
    this.#listeners.add(own);
    this.#start();
    return () => {
      this.#listeners.delete(own);
      if (this.#listeners.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  /** This process has committed: listeners hear of it, here now and elsewhere soon. Never inside a transaction, where all others would wait for it. */
  committed(): void {
    this.#tell();
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined;
      void this.#sql.notify(this.#channel, this.#own).catch(() => {});
    }, TOLD_AT_MOST_EVERY_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    clearTimeout(this.#telling);
    this.#listeners.clear();
    await this.#sql.end({ timeout: 1 }).catch(() => {});
  }

  #client(): postgres.Sql<{ bigint: number }> {
    return postgres(this.#options.address.url, { ...makeConnectionSettings(this.#options), max: 1 });
  }

  #tell(): void {
    if (this.#told || this.#listeners.size === 0) return;
    this.#told = true;
    setImmediate(() => {
      this.#told = false;
      for (const listener of this.#listeners) listener();
    });
  }

  #start(): void {
    this.#timer ??= setInterval(() => void this.#look(), LOOK_EVERY_MS).unref();
    if (this.#listening) return;
    this.#listening = true;
    let again = false;
    this.#sql
      .listen(
        this.#channel,
        (from) => {
          if (from !== this.#own) this.#tell();
        },
        () => {
          // listened anew after the connection was lost: whatever was said meanwhile nobody heard
          if (again) this.#tell();
          again = true;
        },
      )
      // the client goes on trying by itself
      .catch(() => {});
  }

  async #look(): Promise<void> {
    this.#unanswered += 1;
    if (this.#unanswered > MOST_UNANSWERED) this.cut();
    if (this.#unanswered > 1) return;
    const sql = this.#sql;
    try {
      const [row] = await sql.unsafe<SqlRow[]>(
        'SELECT coalesce(sum(commits), 0)::bigint AS commits FROM chains',
      );
      const commits = new ColumnReader(row ?? {}, storedRecordMessages.commits).whole('commits');
      const before = this.#seen;
      this.#seen = commits;
      if (before !== undefined && before !== commits) this.#tell();
    } catch {
      // it looks again soon
    } finally {
      if (sql === this.#sql) this.#unanswered = 0;
    }
  }
}
