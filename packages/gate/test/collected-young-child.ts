/** Prints how many bytes of memory a finished transaction holds until a full collection. Needs --expose-gc. */
import { join } from 'node:path';
import { openSqliteStore } from '../src/store/sqlite/index.ts';
import { sampleEntry } from './harness/store-suite/samples.ts';
import { suiteKeys } from './harness/store-suite/under-test.ts';

const collect = globalThis.gc;
if (collect === undefined) throw new Error('start it with --expose-gc');
const used = (): number => process.memoryUsage().heapUsed;

const store = await openSqliteStore({ path: join(process.argv[2] ?? '.', 'store.db'), keys: suiteKeys() });
const transact = async (times: number): Promise<void> => {
  for (let time = 0; time < times; time += 1)
    await store.transact(async (tx) => {
      tx.syncLater();
      if (time % 100 === 0) await tx.append(sampleEntry());
      await tx.head();
    });
};

const TIMES = 4000;
await transact(TIMES);
collect();
const before = used();
await transact(TIMES);
// whatever is reachable only from what is dead and old stays through these
collect({ type: 'minor' });
collect({ type: 'minor' });
const young = used() - before;
collect();
console.log(JSON.stringify({ held: (young - Math.max(0, used() - before)) / TIMES }));
await store.close();
