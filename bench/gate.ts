import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, connect } from 'node:net';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '@callgate/core';
import { LOCAL_PRINCIPAL, describeTool, traceTool } from '@callgate/core';
import type { UpstreamResponse, CallRequest, Dispatcher, Gate, ToolCatalogue } from '@callgate/gate';
import type { Store } from '@callgate/gate/store';
import { createGate, memoryKeys, systemClock } from '@callgate/gate';
import { openSqliteStore } from '@callgate/gate/sqlite';
import { presetPolicy } from '@callgate/policy';
import { heapInUse, median } from './measure.ts';
import { READ_NOTE } from './read-note.ts';
import { count, provenance, printLine, table, times, writeResult } from './report.ts';

const IN_FLIGHT = [1, 8, 32, 128];
const CALLS = 2000;
const ROUNDS = 3;
const SESSIONS = 10_000;
const HELD = 10_000;

// ── an upstream in another process's manner: a socket, a line out, a line back ─────────────────────

const startUpstream = async (path: string): Promise<() => void> => {
  const server = createServer((socket) => {
    let rest = '';
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      rest += chunk;
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) socket.write(`${line.slice(0, line.indexOf(' '))} ok\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(path, resolve));
  return () => server.close();
};

/** One connection, answers matched by number. */
class BenchConnection {
  readonly #socket: Socket;
  readonly #waiting = new Map<number, () => void>();
  #next = 0;

  constructor(path: string) {
    let rest = '';
    this.#socket = connect(path);
    this.#socket.setEncoding('utf8').on('data', (chunk: string) => {
      rest += chunk;
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const id = Number(line.slice(0, line.indexOf(' ')));
        this.#waiting.get(id)?.();
        this.#waiting.delete(id);
      }
    });
  }

  send(text: string): Promise<void> {
    this.#next += 1;
    const id = this.#next;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#socket.write(`${id} ${text}\n`);
    });
  }

  end(): void {
    this.#socket.end();
  }
}

// ── the gate ────────────────────────────────────────────────────────────────────────────────────

const deletes: JsonObject = {
  ...READ_NOTE,
  name: 'delete_note',
  annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
};
const fetches: JsonObject = {
  ...READ_NOTE,
  name: 'fetch_page',
  annotations: { readOnlyHint: true, openWorldHint: true, unsafeOutputHint: true },
};
const tools = new Map(
  [READ_NOTE, deletes, fetches].map((each) => [
    String(each['name']),
    traceTool(describeTool({ server: 'notes', trust: 'trusted', definition: each }), each),
  ]),
);
const catalogue: ToolCatalogue = { find: (_, __, name) => tools.get(name) };

/** A call of one of the tools of the bench. */
export const benchRequest = (name: string, id: number, context: string): CallRequest => ({
  kind: 'tool',
  server: 'notes',
  name,
  arguments: { id: `note-${id}`, folder: 'inbox', comment: 'a text of ordinary length, as tools get them' },
  principal: LOCAL_PRINCIPAL,
  context,
  authenticated: true,
});

export const BENCH_RESULT: UpstreamResponse = {
  type: 'result',
  result: { content: [{ type: 'text', text: 'x'.repeat(100) }] },
};

/** A gate on a durable store of its own. */
export const openBenchGate = async (
  folder: string,
  name: string,
  groupCommit: boolean,
): Promise<{ gate: Gate; store: Store }> => {
  const keys = memoryKeys();
  const store = await openSqliteStore({
    path: join(folder, `${name}.db`),
    clock: systemClock,
    keys,
    groupCommit,
  });
  const gate = await createGate({
    policy: presetPolicy('balanced'),
    store,
    catalogue,
    keys,
    limits: { questionsAnHour: 1e9, pendingPerPrincipal: 1e9 },
  });
  return { gate, store };
};

type BenchWork = (id: number) => Promise<void>;

interface LoadMeasurement {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Of all threads, user and system. */
  readonly cpuMicros: number;
}

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;

/** So many calls with so many in flight. */
const measure = async (work: BenchWork, calls: number, inFlight: number): Promise<LoadMeasurement> => {
  const samples: number[] = [];
  let next = 0;
  const start = performance.now();
  const before = process.cpuUsage();
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (next < calls) {
        const id = next;
        next += 1;
        const since = performance.now();
        await work(id);
        samples.push(performance.now() - since);
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(before);
  const sorted = samples.toSorted((a, b) => a - b);
  return {
    perSecond: calls / seconds,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    cpuMicros: (user + system) / calls,
  };
};

const middle = (all: readonly LoadMeasurement[]): LoadMeasurement => ({
  perSecond: median(all.map(({ perSecond }) => perSecond)),
  p50: median(all.map(({ p50 }) => p50)),
  p99: median(all.map(({ p99 }) => p99)),
  cpuMicros: median(all.map(({ cpuMicros }) => cpuMicros)),
});

const SEEN: UpstreamResponse = {
  type: 'result',
  result: { content: [{ type: 'text', text: 'words of a page '.repeat(100) }] },
};
const MUCH = 256;

/** A session that has seen as many results as are kept, and untrusted ones among them. */
const fillSession = async ({ gate }: { gate: Gate }, context: string): Promise<void> => {
  for (let id = 0; id < MUCH; id += 1) await gate.report(benchRequest('fetch_page', id, context), SEEN);
};

const ms = (value: number): string => `${value.toFixed(value < 1 ? 3 : 2)} ms`;

const measureSpeed = async (folder: string): Promise<readonly Readonly<Record<string, unknown>>[]> => {
  const path = join(folder, 'upstream.sock');
  const stop = await startUpstream(path);
  const line = new BenchConnection(path);
  const bare: BenchWork = async (id) =>
    line.send(JSON.stringify(benchRequest('read_note', id, 'c').arguments));
  const dispatch: Dispatcher = async (dispatchable) => {
    await line.send(dispatchable.take().canonicalArguments);
    return BENCH_RESULT;
  };
  const grouped = await openBenchGate(folder, 'grouped', true);
  const single = await openBenchGate(folder, 'single', false);
  await fillSession(grouped, 'much');
  const through =
    ({ gate }: { gate: Gate }, context: (id: number) => string = (id) => `c${id >> 6}`): BenchWork =>
    async (id) => {
      const finished = await gate.run(benchRequest('read_note', id, context(id)), dispatch);
      if (finished.state !== 'done') throw new Error(`${finished.state}`);
    };
  const contenders: readonly (readonly [string, BenchWork])[] = [
    ['without a gate', bare],
    ['gate, group commit', through(grouped)],
    ['gate, in a session that has seen much', through(grouped, () => 'much')],
    ['gate, one commit each', through(single)],
  ];
  for (const [, work] of contenders) await measure(work, 500, 8);
  const rows: Readonly<Record<string, unknown>>[] = [];
  for (const inFlight of IN_FLIGHT) {
    const calls = inFlight === 1 ? CALLS / 4 : CALLS;
    const all = new Map<string, LoadMeasurement[]>(contenders.map(([name]) => [name, []]));
    // in turns, so that a busy machine is busy for all of them
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [name, work] of contenders) all.get(name)?.push(await measure(work, calls, inFlight));
    const base = middle(all.get('without a gate') ?? []);
    for (const [name] of contenders) {
      const figure = middle(all.get(name) ?? []);
      rows.push({
        inFlight,
        name,
        ...figure,
        addedP50: figure.p50 - base.p50,
        addedP99: figure.p99 - base.p99,
        timesDirect: figure.p50 / base.p50,
        shareOfThroughput: figure.perSecond / base.perSecond,
      });
    }
  }
  printLine(
    table(
      [
        'in flight',
        'path',
        'calls/s',
        'p50',
        'p99',
        'added p50',
        'p50 × direct',
        'throughput',
        'CPU µs a call',
      ],
      rows.map((row) => [
        String(row['inFlight']),
        String(row['name']),
        count(Number(row['perSecond'])),
        ms(Number(row['p50'])),
        ms(Number(row['p99'])),
        ms(Number(row['addedP50'])),
        times(Number(row['timesDirect'])),
        `${(Number(row['shareOfThroughput']) * 100).toFixed(1)} %`,
        count(Number(row['cpuMicros'])),
      ]),
    ),
  );
  line.end();
  stop();
  for (const { gate, store } of [grouped, single]) {
    await gate.close();
    await store.close();
  }
  return rows;
};

const measureMemory = async (folder: string): Promise<Readonly<Record<string, number>>> => {
  const { gate, store } = await openBenchGate(folder, 'memory', true);
  const before = heapInUse() ?? 0;
  await Promise.all(
    Array.from({ length: SESSIONS }, async (_, id) => {
      const begun = await gate.begin(benchRequest('read_note', id, `session-${id}`));
      if (begun.state !== 'dispatching') throw new Error(begun.state);
      begun.take();
      await gate.settle(begun, BENCH_RESULT);
    }),
  );
  const sessions = (heapInUse() ?? 0) - before;
  const between = heapInUse() ?? 0;
  const leaving = new AbortController();
  const waiting = Array.from({ length: HELD }, (_, id) =>
    gate.run(benchRequest('delete_note', id, `held-${id % 100}`), async () => BENCH_RESULT, {
      signal: leaving.signal,
    }),
  );
  while ((await store.read.inboxSize()) < HELD) await new Promise((resolve) => setTimeout(resolve, 50));
  const held = (heapInUse() ?? 0) - between;
  leaving.abort();
  await Promise.all(waiting);
  await gate.close();
  await store.close();
  printLine('');
  printLine(
    table(
      ['kept', 'heap', 'each'],
      [
        [
          `${count(SESSIONS)} sessions`,
          `${count(sessions / 1024)} KiB`,
          `${count(sessions / SESSIONS)} bytes`,
        ],
        [`${count(HELD)} held calls, waited for`, `${count(held / 1024)} KiB`, `${count(held / HELD)} bytes`],
      ],
    ),
  );
  return { sessions, held, perSession: sessions / SESSIONS, perHeld: held / HELD };
};

/** `npm run bench -- gate`: what the gate adds to a call, durably recorded, and what it keeps in memory. */
export const benchGate = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-bench-'));
  try {
    printLine(
      'Durable: every call has its intent on disk before it leaves, its outcome before the result is released.\n',
    );
    const rows = await measureSpeed(folder);
    const kept = await measureMemory(folder);
    writeResult('gate', {
      ...provenance('npm run bench -- gate'),
      calls: CALLS,
      rounds: ROUNDS,
      rows,
      memory: kept,
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
