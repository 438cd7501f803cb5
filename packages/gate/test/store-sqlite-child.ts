/** Writes rows into a store on a storage that fails, and says what was promised and what was refused. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CallgateError } from '@callgate/core';
import { systemClock } from '../src/environment/clock.ts';
import type { SqliteStore } from '../src/store/sqlite/index.ts';
import { openSqliteStore } from '../src/store/sqlite/index.ts';
import { sampleEntry } from './harness/store-suite/samples.ts';
import { suiteKeys } from './harness/store-suite/under-test.ts';

const say = (value: unknown): void => {
  writeFileSync(1, `${JSON.stringify(value)}\n`);
};

const codeOf = (error: unknown): string => (error instanceof CallgateError ? error.code : String(error));

const [mode = '', folder = '', size = '1000'] = process.argv.slice(2);
const path = join(folder, 'store.db');

const append = (store: SqliteStore): Promise<number> =>
  store.transact(
    async (tx) => (await tx.append(sampleEntry({ detail: { text: 'x'.repeat(Number(size)) } }))).seq,
  );

/** Rows until one is refused: the last one promised, and why the next was not. */
const untilRefused = async (store: SqliteStore): Promise<string> => {
  for (;;)
    try {
      say({ promised: await append(store) });
    } catch (error) {
      return codeOf(error);
    }
};

const attempt = async (store: SqliteStore): Promise<string> => {
  try {
    say({ promised: await append(store) });
    return 'written';
  } catch (error) {
    return codeOf(error);
  }
};

const openHere = (): Promise<SqliteStore> => openSqliteStore({ path, clock: systemClock, keys: suiteKeys() });

/** A disk that is full and then is not. */
const full = async (): Promise<void> => {
  const ballast = join(folder, 'ballast');
  writeFileSync(ballast, Buffer.alloc(1_600_000, 1));
  const store = await openHere();
  say({ refused: await untilRefused(store) });
  say({ again: await attempt(store) });
  say({ broken: store.broken?.code ?? null, head: (await store.read.head()).seq });
  rmSync(ballast);
  say({ withSpace: await attempt(store) });
  await store.close();
  const reopened = await openHere();
  say({ rows: (await reopened.read.rows(1, 100_000)).length });
  await reopened.close();
};

/** A storage that fails in a way after which nobody knows. */
const failing = async (): Promise<void> => {
  const store = await openHere();
  const works = async (): Promise<readonly string[]> =>
    await Promise.all([untilRefused(store), attempt(store).then(() => untilRefused(store))]);
  say({ refused: await works() });
  say({ again: await attempt(store), broken: store.broken?.code ?? null });
  await store.close();
};

const writing = async (): Promise<void> => {
  const store = await openHere();
  say({ refused: await Promise.all(Array.from({ length: 8 }, () => untilRefused(store))) });
};

switch (mode) {
  case 'full':
    await full();
    break;
  case 'failing':
    await failing();
    break;
  case 'writing':
    await writing();
    break;
  default:
    await pause(0);
    throw new Error(`no such mode: ${mode}`);
}
