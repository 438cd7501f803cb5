import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { JsonObject } from '@callgate/core';
import { openKeys, verifyAuditLog } from '@callgate/gate';
import type { CallState } from '@callgate/gate/record';
import { loadPolicy } from '@callgate/policy';
import { expect, it } from 'vitest';
import { serveHttp } from '../../src/receive/http/serve-http.ts';
import { mintToken, tokenAuth } from '../../src/identity/token-auth.ts';
import { oracle } from '../oracle.ts';
import { openTestGateway } from '../test-gateway.ts';
import type { SoakClient } from './soak-clients.ts';
import { HttpSoakClient, PipeSoakClient } from './soak-clients.ts';

const DEEP = process.env['CALLGATE_DEEP'] === '1';
const SOAK_MS = DEEP ? 600_000 : 10_000;
const SAMPLES = DEEP ? 40 : 8;
/** Between two calls of one client. */
const PAUSE_MS = DEEP ? 60 : 20;
/** After so many calls a client begins anew. */
const LIFE = 40;

const CLEAN = { openWorldHint: false, sensitiveDataHint: false, unsafeOutputHint: false };
const defined = (name: string, annotations: JsonObject): JsonObject => ({
  name,
  inputSchema: { type: 'object' },
  annotations: { ...CLEAN, ...annotations },
});
const DESTROYS = { readOnlyHint: false, destructiveHint: true };
const TOOLS = [
  defined('look', { readOnlyHint: true }),
  defined('slow', { readOnlyHint: false, destructiveHint: false }),
  defined('forbidden', { readOnlyHint: true, aiProcessingHint: true }),
  defined('erase', DESTROYS),
  defined('drop', DESTROYS),
  defined('linger', DESTROYS),
];

const POLICY = `
name: soak
extends: balanced
rules:
  - id: forbidden
    when: tool.usesAi == yes
    then: block
    reason: not here
`;

/** What each tool's call lives through, and so which rows it leaves. */
const LIVES: Readonly<Record<string, readonly string[]>> = {
  look: ['dispatching', 'done'],
  slow: ['dispatching', 'indeterminate'],
  forbidden: ['blocked'],
  erase: ['held', 'vote', 'approved', 'dispatching', 'done'],
  drop: ['held', 'vote', 'refused'],
  linger: ['held', 'withdrawn'],
};
const ROUND = ['look', 'erase', 'look', 'drop', 'look', 'forbidden', 'look', 'linger', 'look', 'slow'];

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const descriptors = (): number | null => {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return null;
  }
};

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

it(
  `twenty clients for ${SOAK_MS / 1000} s: every call leaves exactly its rows, and nothing grows`,
  async () => {
    const oracles = {
      old: oracle('stdio', 'legacy'),
      new: oracle('stdio', 'modern'),
      web: oracle('http', 'both'),
    };
    const servers = [];
    for (const [name, each] of Object.entries(oracles)) {
      each.says({ tools: TOOLS });
      servers.push(await each.server(name, { trust: 'trusted' }));
    }
    const loaded = loadPolicy([{ name: 'soak.yaml', text: POLICY }]);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
    const at = await openTestGateway({
      servers,
      policy: loaded.policy,
      config: (config) => ({
        ...config,
        approvals: {
          ...config.approvals,
          waitMs: 120_000,
          questionsAnHour: 100_000_000,
          pendingPerPrincipal: 100_000,
        },
      }),
    });
    await at.gateway.ready;
    const { gate } = at.gateway;
    const token = mintToken('agents');
    const http = await serveHttp({
      protocol: at.gateway.protocol,
      host: '127.0.0.1',
      port: 0,
      authenticate: tokenAuth(token),
      limits: { closeMs: 500 },
    });

    // the person at the desk, and whoever waits to hear that a call is held or out
    const waiting = new Map<string, () => void>();
    const faults: string[] = [];
    const reached = (key: string): Promise<void> => new Promise((resolve) => waiting.set(key, resolve));
    const keyOf = (target: string, sealed: string): string => `${target} ${String(JSON.parse(sealed).n)}`;
    const decide = async (call: string): Promise<void> => {
      const row = await gate.desk.read.call(call);
      if (row === undefined) throw new Error(`no call ${call}`);
      if (row.target === 'linger' || row.target === 'slow') {
        const key = keyOf(row.target, row.sealedArguments);
        waiting.get(key)?.();
        waiting.delete(key);
        return;
      }
      if (row.state !== 'held') return;
      const question = await gate.desk.question(call);
      const { refusedBecause } = await gate.desk.vote({
        call,
        subject: 'local',
        verdict: row.target === 'erase' ? 'approve' : 'refuse',
        via: 'terminal',
        binding: question?.binding ?? '',
        opened: true,
      });
      if (refusedBecause !== undefined) faults.push(`${row.target}: ${refusedBecause.code}`);
    };
    const stop = gate.onEvent((event) => {
      if (event.type === 'held' || (event.type === 'moved' && event.state === 'dispatching'))
        decide(event.call).catch((error: unknown) => faults.push(String(error)));
    });

    const wanted: Record<string, number> = Object.fromEntries(Object.keys(LIVES).map((name) => [name, 0]));
    const outcomes: Record<string, number> = {};
    let ids = 0;
    const one = async (client: SoakClient, server: string, name: string): Promise<void> => {
      const n = (ids += 1);
      wanted[name] = (wanted[name] ?? 0) + 1;
      const cancels = name === 'linger' || name === 'slow';
      const there = cancels ? reached(`${name} ${n}`) : Promise.resolve();
      const out = client.call(`${server}__${name}`, { n, ...(name === 'slow' ? { ms: 3000 } : {}) });
      if (cancels) {
        await there;
        // so that its bytes have left
        if (name === 'slow') await delay(100);
        await out.cancel();
      }
      const result = await out.answered;
      const decision = (result?.['_meta'] as JsonObject | undefined)?.['dev.callgate/decision'] as
        | { readonly outcome?: string }
        | undefined;
      const became =
        result === undefined
          ? 'cancelled'
          : (decision?.outcome ?? (result['error'] === undefined ? 'ran' : 'error'));
      outcomes[`${name} ${became}`] = (outcomes[`${name} ${became}`] ?? 0) + 1;
    };

    const ends = Date.now() + SOAK_MS;
    const lives = async (client: SoakClient, index: number): Promise<void> => {
      const names = Object.keys(oracles);
      for (let count = index; Date.now() < ends; count += 1) {
        if ((count - index) % LIFE === 0) {
          if (count > index) await client.close();
          await client.open();
        }
        await one(client, names[count % names.length] ?? '', ROUND[count % ROUND.length] ?? '');
        await delay(PAUSE_MS);
      }
      await client.close();
    };
    const clients: SoakClient[] = Array.from({ length: 20 }, (_, index) => {
      const era = index % 2 === 0 ? 'legacy' : 'modern';
      return index < 10 ? new PipeSoakClient(at, era) : new HttpSoakClient(http.port, token, era);
    });

    const heap: number[] = [];
    const files: number[] = [];
    const watch = async (): Promise<void> => {
      for (let sample = 0; sample < SAMPLES; sample += 1) {
        await delay(SOAK_MS / SAMPLES);
        collect();
        heap.push(process.memoryUsage().heapUsed);
        const open = descriptors();
        if (open !== null) files.push(open);
      }
    };
    try {
      await Promise.all([watch(), ...clients.map((client, index) => lives(client, index))]);
      await expect
        .poll(
          async () =>
            (await gate.desk.read.search({ states: ['held', 'approved', 'dispatching'] }, { limit: 10 }))
              .items,
          {
            timeout: 20_000,
          },
        )
        .toEqual([]);
      expect(faults).toEqual([]);

      // every client read what became of its call
      expect(outcomes).toEqual(
        Object.fromEntries(
          [
            ['look ran', wanted['look']],
            ['erase ran', wanted['erase']],
            ['drop refused', wanted['drop']],
            ['forbidden blocked', wanted['forbidden']],
            ['linger cancelled', wanted['linger']],
            ['slow cancelled', wanted['slow']],
          ].filter(([, count]) => count !== 0),
        ),
      );

      // the rows are those that the lives of the calls demand
      const demanded: Record<string, number> = {};
      for (const [name, events] of Object.entries(LIVES))
        for (const event of events) demanded[event] = (demanded[event] ?? 0) + (wanted[name] ?? 0);
      const found: Record<string, number> = Object.fromEntries(
        Object.keys(demanded).map((event) => [event, 0]),
      );
      const states: readonly CallState[] = ['failed', 'expired'];
      for (const state of states) found[state] = 0;
      for (let seq = 1; ;) {
        const rows = await gate.desk.read.rows(seq, 1000);
        if (rows.length === 0) break;
        for (const { event } of rows) if (event in found) found[event] = (found[event] ?? 0) + 1;
        seq += rows.length;
      }
      expect(found).toEqual({ ...demanded, failed: 0, expired: 0 });
      const verified = await verifyAuditLog(gate.desk.read, {
        keys: openKeys(join(at.folder, 'callgate.key')),
      });
      expect(verified).toMatchObject({ ok: true, problems: [], calls: ids });

      // what was let out is what servers got, once each
      const arrived = Object.values(oracles).flatMap((each) => each.calls());
      const sent = (wanted['look'] ?? 0) + (wanted['erase'] ?? 0) + (wanted['slow'] ?? 0);
      expect(arrived).toHaveLength(sent);
      expect(new Set(arrived.map((each) => (each.arguments as JsonObject)['n'])).size).toBe(sent);

      const half = heap.length >> 1;
      const [first, second] = [median(heap.slice(1, half)), median(heap.slice(half))];
      const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(1);
      console.log(
        `${ids} calls, ${verified.rows} rows; heap ${heap.map(megabytes).join(' ')} MB; open files ${files.join(' ')}`,
      );
      expect(second - first).toBeLessThan((DEEP ? 8 : 16) * 1_048_576);
      if (files.length > 0)
        expect(Math.max(...files.slice(half))).toBeLessThanOrEqual(Math.max(...files.slice(0, half)) + 10);
    } finally {
      stop();
      await http.close();
      await at.close();
      for (const each of Object.values(oracles)) each.close();
    }
  },
  SOAK_MS + 300_000,
);
