import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LOCAL_PRINCIPAL, describeTool, traceTool } from '@callgate/core';
import { createGate, memoryKeys, systemClock } from '@callgate/gate';
import { openSqliteStore } from '@callgate/gate/sqlite';
import { presetPolicy } from '@callgate/policy';
const definition = { name: 'read_note', annotations: { readOnlyHint: true, openWorldHint: false, unsafeOutputHint: false, sensitiveDataHint: false }, inputSchema: { type: 'object', properties: { id: { type: 'string' } } } };
const tool = traceTool(describeTool({ server: 'notes', trust: 'trusted', definition }), definition);
const keys = memoryKeys();
const store = await openSqliteStore({ path: join(mkdtempSync(join(tmpdir(), 'p-')), 'a.db'), clock: systemClock, keys, durable: process.argv[2] !== 'fast' });
const gate = await createGate({ policy: presetPolicy('balanced'), store, keys, catalogue: { find: () => tool } });
const N = 20000; let next = 0;
const t = process.cpuUsage(); const t0 = performance.now();
await Promise.all(Array.from({ length: Number(process.argv[3] ?? 32) }, async () => {
  while (next < N) { const id = next++; 
    const f = await gate.run({ kind: 'tool', server: 'notes', name: 'read_note', arguments: { id: `n${id}`, folder: 'inbox', comment: 'a text of ordinary length' }, principal: LOCAL_PRINCIPAL, context: `c${id % Number(process.argv[4] ?? 16)}`, authenticated: true }, async (d) => { d.take(); return { type: 'result', result: { content: [{ type: 'text', text: 'x'.repeat(100) }] } }; });
    if (f.state !== 'done') throw new Error(f.state); }
}));
const c = process.cpuUsage(t); console.log('calls/s', (N / ((performance.now() - t0) / 1000)).toFixed(0), 'cpu us/call', ((c.user + c.system) / N).toFixed(0));
await gate.close(); await store.close();
