/**
 * How fast a record is verified: `node --conditions=@callgate/source packages/gate/test/record-speed.ts [CALLS]`.
 * Makes a database with so many calls (two rows each) through a gate, then verifies it with one thread and with two.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOCAL_PRINCIPAL, describeTool, traceTool } from '@callgate/core';
import { createGate, memoryKeys, verifyAuditLog } from '@callgate/gate';
import { verifyDatabase } from '@callgate/gate/audit';
import type { CallRequest } from '@callgate/gate';
import type { StoreReader } from '@callgate/gate/store';
import { openSqliteReader, openSqliteStore } from '@callgate/gate/sqlite';
import { presetPolicy } from '@callgate/policy';

const CALLS = Number(process.argv[2] ?? 50_000);
const folder = mkdtempSync(join(tmpdir(), 'callgate-speed-'));
const path = join(folder, 'callgate.db');
const keys = memoryKeys();

const definition = { name: 'read_note', annotations: { readOnlyHint: true, openWorldHint: false } };
const tool = traceTool(describeTool({ server: 'notes', trust: 'trusted', definition }), definition, {});
const request = (id: number): CallRequest => ({
  kind: 'tool',
  server: 'notes',
  name: 'read_note',
  arguments: { id: `note-${id}`, fields: ['title', 'text'] },
  principal: LOCAL_PRINCIPAL,
  context: 'speed',
  authenticated: true,
});

const store = await openSqliteStore({ path, keys, durable: false });
const gate = await createGate({
  policy: presetPolicy('balanced'),
  store,
  keys,
  catalogue: { find: () => tool },
  limits: { sweepMs: null, checkpointRows: 1000 },
});
for (let from = 0; from < CALLS; from += 100)
  await Promise.all(
    Array.from({ length: Math.min(100, CALLS - from) }, (_, index) =>
      gate.run(request(from + index), async (call) => ({
        type: 'result',
        result: { note: call.take().arguments },
      })),
    ),
  );
await gate.close();
await store.close();

const { read, close } = await openSqliteReader(path);
const { seq } = await read.head();
console.log(`${seq} rows, ${(statSync(path).size / 1e6).toFixed(0)} MB`);

/** The record alone, as if there were no tables beside it to compare with. */
const recordOnly: StoreReader = new Proxy(read, {
  get: (target, name) => {
    if (name === 'callsAfter') return async () => [];
    if (name === 'call') return async () => undefined;
    const value: unknown = Reflect.get(target, name);
    return typeof value === 'function' ? value.bind(target) : value;
  },
});

const measured = async (name: string, verify: () => Promise<{ readonly rows: number }>): Promise<void> => {
  let best = Infinity;
  for (let run = 0; run < 3; run += 1) {
    const start = performance.now();
    await verify();
    best = Math.min(best, performance.now() - start);
  }
  console.log(
    `${name}: ${(best / 1000).toFixed(2)} s, ${Math.round((seq / best) * 1000).toLocaleString('en-US')} rows/s`,
  );
};

await measured('record, one thread', () => verifyAuditLog(recordOnly, { keys }));
await measured('record, two threads', () => verifyDatabase(recordOnly, path, { keys }));
await measured('record and store, two threads', () => verifyDatabase(read, path, { keys }));
await close();
rmSync(folder, { recursive: true });
