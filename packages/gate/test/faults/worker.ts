import { existsSync, readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { JsonObject, Policy } from '@callgate/core';
import { CallgateError, LOCAL_PRINCIPAL } from '@callgate/core';
import type { CallRequest, Dispatcher, Gate } from '@callgate/gate';
import { createGate, openKeys } from '@callgate/gate';
import { oracleDispatcher } from '@callgate/gate/testing';
import { EXIT, filesIn } from './files.ts';
import { Journal } from './journal.ts';
import { ADDRESS, openHere } from './open-place.ts';
import { catalogueOfLife } from './tools.ts';

/**
 * Works on until the file `stop` is in the folder: `worker.ts FOLDER NAME`. One of several that share a store, each in
 * contexts of its own. It always has a call out that is slow, one that waits for people, and others one after the other.
 */
const [, , folder = '.', name = ''] = process.argv;
const files = filesIn(folder);
const pages = process.env['CALLGATE_PAGES'] ?? '';

/** A disk that is full as long as it is told to be: SQLite may not make more pages than these. */
const limitPages = (): void => {
  const { exec } = DatabaseSync.prototype;
  DatabaseSync.prototype.exec = function limited(sql: string): void {
    exec.call(this, sql);
    if (!sql.includes('synchronous')) return;
    exec.call(this, `PRAGMA max_page_count = ${pages}`);
    process.once('SIGUSR2', () => exec.call(this, 'PRAGMA max_page_count = 4294967294'));
  };
};
if (pages !== '') limitPages();

const codeOf = (error: unknown): string => (error instanceof CallgateError ? error.code : 'NOT_OURS');

/** It works on after these: a database ends the connections of whoever stands still in a transaction. */
const PASSING = new Set(['STORE_FULL', 'STORE_BUSY', ...(process.env[ADDRESS] ? ['STORE_AWAY'] : [])]);

/** Many times what any test needs: what a worker writes has an end, also where nobody stops it. */
const MOST_STEPS = 50_000;

class FaultWorker {
  readonly #gate: Gate;
  readonly #dispatch: Dispatcher;
  readonly #journal: Journal;
  #steps = 0;

  constructor(gate: Gate, journal: Journal) {
    this.#gate = gate;
    this.#journal = journal;
    this.#dispatch = oracleDispatcher(files.socket);
  }

  get #stopped(): boolean {
    return existsSync(files.stop);
  }

  #request(tool: string, step: string, args: JsonObject): CallRequest {
    return {
      kind: 'tool',
      server: 'office',
      name: tool,
      arguments: { worker: name, step, ...args },
      principal: LOCAL_PRINCIPAL,
      context: `${name}-${tool}`,
      authenticated: true,
      key: step,
    };
  }

  /** One call. False if the store is broken. */
  async #call(tool: string, args: JsonObject = {}, signal?: AbortSignal): Promise<boolean> {
    this.#steps += 1;
    if (this.#steps > MOST_STEPS) throw new Error(`nobody stopped it in ${MOST_STEPS} steps`);
    const step = `${name} ${tool} ${this.#steps}`;
    const sending: Dispatcher = async (dispatchable, context) => {
      const { call, attempt } = dispatchable;
      this.#journal.write({ what: 'sends', life: 0, step, call, attempt });
      return await this.#dispatch(dispatchable, context);
    };
    this.#journal.write({ what: 'asks', life: 0, step });
    try {
      const options = signal === undefined ? {} : { signal };
      const { call, state } = await this.#gate.run(this.#request(tool, step, args), sending, options);
      this.#journal.write({ what: 'over', life: 0, step, call, state, again: false });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#journal.write({ what: 'threw', life: 0, step, code: codeOf(error), message });
      if (!PASSING.has(codeOf(error))) throw error;
      await new Promise((resolve) => {
        setTimeout(resolve, 5);
      });
    }
    return true;
  }

  async #onAndOn(tool: string, args?: JsonObject, patience?: () => AbortSignal): Promise<void> {
    while (!this.#stopped) await this.#call(tool, args, patience?.());
  }

  async work(): Promise<void> {
    const large = { text: 'x'.repeat(2000) };
    await Promise.all([
      this.#onAndOn('add_note', large),
      this.#onAndOn('slow'),
      this.#onAndOn('delete_note', {}, () => AbortSignal.timeout(400)),
    ]);
  }
}

const main = async (): Promise<void> => {
  const journal = new Journal(files.journal);
  const keys = openKeys(files.keys);
  const store = await openHere(files.database, keys);
  const gate = await createGate({
    policy: JSON.parse(readFileSync(files.policy, 'utf8')) as Policy,
    store,
    keys,
    catalogue: catalogueOfLife(),
    limits: { questionsAnHour: 1_000_000, sweepMs: 200 },
  });
  journal.write({ what: 'begins', life: 0, instance: store.instance });
  process.stdout.write(`${store.instance}\n`);
  try {
    await new FaultWorker(gate, journal).work();
  } finally {
    await gate.close();
    await store.close();
  }
};

try {
  await main();
} catch (error) {
  process.stderr.write(`${codeOf(error)}: ${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = error instanceof CallgateError ? EXIT.stopped : EXIT.wrong;
}
