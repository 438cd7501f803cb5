import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { Profiler } from 'node:inspector/promises';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Gate } from '@callgate/gate';
import type { SqliteQuery } from '../packages/gate/src/store/sqlite/sqlite-connection.ts';
import { SqliteConnection } from '../packages/gate/src/store/sqlite/sqlite-connection.ts';
import { BENCH_RESULT, benchRequest, openBenchGate } from './gate.ts';
import { median } from './measure.ts';
import { count, printLine, provenance, table, writeResult } from './report.ts';

const IN_FLIGHT = [32, 1];
const WARM_UP = 2000;
const CALLS = 4000;
const FUNCTIONS = 20;
const STATEMENTS = 12;

type CallRunner = (calls: number) => Promise<void>;

/** Calls that are answered at once: what is left is the gate. */
const callRunner = (gate: Gate, inFlight: number): CallRunner => {
  // no call is a repeat of one before: those are looked up
  let next = inFlight * 1e6;
  return async (calls) => {
    const end = next + calls;
    await Promise.all(
      Array.from({ length: inFlight }, async () => {
        while (next < end) {
          next += 1;
          const request = benchRequest('read_note', next, `c${next >> 6}`);
          const { state } = await gate.run(request, async (dispatchable) => {
            dispatchable.take();
            return BENCH_RESULT;
          });
          if (state !== 'done') throw new Error(state);
        }
      }),
    );
  };
};

// ── processor and disk ──────────────────────────────────────────────────────────────────────────

interface WrittenSoFar {
  readonly bytes: number;
  readonly writes: number;
}

/** What this process has written, on Linux. */
const writtenSoFar = (): WrittenSoFar | undefined => {
  if (!existsSync('/proc/self/io')) return undefined;
  const text = readFileSync('/proc/self/io', 'utf8');
  const of = (name: string): number => Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(text)?.[1]);
  return { bytes: of('wchar'), writes: of('syscw') };
};

interface UseOfACall {
  readonly cpuMicros: number;
  readonly kilobytes: number | undefined;
  readonly writes: number | undefined;
}

const measureUse = async (run: CallRunner): Promise<UseOfACall> => {
  const before = writtenSoFar();
  const usage = process.cpuUsage();
  await run(CALLS);
  const { user, system } = process.cpuUsage(usage);
  const after = writtenSoFar();
  const isKnown = before !== undefined && after !== undefined;
  return {
    cpuMicros: (user + system) / CALLS,
    kilobytes: isKnown ? (after.bytes - before.bytes) / CALLS / 1000 : undefined,
    writes: isKnown ? (after.writes - before.writes) / CALLS : undefined,
  };
};

// ── statements ──────────────────────────────────────────────────────────────────────────────────

interface StatementFigure {
  readonly sql: string;
  readonly perCall: number;
  readonly medianMicros: number;
}

/** What each statement takes, outside the time in which the system runs something else: its median. */
const measureStatements = async (run: CallRunner): Promise<readonly StatementFigure[]> => {
  const samples = new Map<string, number[]>();
  const plain = Object.getOwnPropertyDescriptor(SqliteConnection.prototype, 'query');
  const query = SqliteConnection.prototype.query;
  SqliteConnection.prototype.query = function timedQuery(sql: string): SqliteQuery {
    const { run: change, insert, get, all } = query.call(this, sql);
    const timed =
      <Values extends readonly unknown[], Result>(work: (...values: Values) => Result) =>
      (...values: Values): Result => {
        const start = process.hrtime.bigint();
        const result = work(...values);
        const known = samples.get(sql) ?? [];
        known.push(Number(process.hrtime.bigint() - start) / 1000);
        samples.set(sql, known);
        return result;
      };
    return { run: timed(change), insert: timed(insert), get: timed(get), all: timed(all) };
  };
  try {
    await run(CALLS);
  } finally {
    if (plain !== undefined) Object.defineProperty(SqliteConnection.prototype, 'query', plain);
  }
  return [...samples]
    .map(([sql, times]) => ({ sql, perCall: times.length / CALLS, medianMicros: median(times) }))
    .toSorted((a, b) => b.perCall * b.medianMicros - a.perCall * a.medianMicros);
};

const shortSql = (sql: string): string => {
  const text = sql.replaceAll(/\s+/g, ' ').replaceAll('|', '/');
  return text.length > 64 ? `${text.slice(0, 63)}…` : text;
};

// ── functions ───────────────────────────────────────────────────────────────────────────────────

interface SelfTime {
  readonly folders: ReadonlyMap<string, number>;
  readonly functions: ReadonlyMap<string, number>;
}

/** What is not the gate: waiting, and the profiler. */
const BESIDE: ReadonlySet<string> = new Set(['(idle)', '(program)', '(root)', 'post']);

const folderOf = ({ url, functionName }: Profiler.ProfileNode['callFrame']): string => {
  if (url === '') return functionName.startsWith('(') ? functionName : 'functions of Node in C++';
  if (url.startsWith('node:')) return 'functions of Node in JavaScript';
  return (
    /(?:packages\/[^/]+\/src(?:\/[^/]+)?|node_modules\/(?:@[^/]+\/)?[^/]+)(?=\/)/.exec(url)?.[0] ?? 'bench'
  );
};

const add = (sums: Map<string, number>, name: string, micros: number): void => {
  sums.set(name, (sums.get(name) ?? 0) + micros);
};

/** Self time by folder and by function, each in microseconds a call. */
const measureSelfTime = async (run: CallRunner): Promise<SelfTime> => {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 200 });
  await session.post('Profiler.start');
  await run(CALLS);
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const folders = new Map<string, number>();
  const functions = new Map<string, number>();
  for (const [at, id] of (profile.samples ?? []).entries()) {
    const frame = frames.get(id);
    const micros = (profile.timeDeltas?.[at] ?? 0) / CALLS;
    if (frame === undefined || BESIDE.has(frame.functionName)) continue;
    const folder = folderOf(frame);
    const file = frame.url.slice(frame.url.lastIndexOf('/') + 1);
    add(folders, folder, micros);
    add(functions, `${frame.functionName || '(anonymous)'} ${file}`.trim(), micros);
  }
  return { folders, functions };
};

const shareRows = (sums: ReadonlyMap<string, number>, most: number): readonly (readonly string[])[] => {
  const total = [...sums.values()].reduce((sum, micros) => sum + micros, 0);
  return [...sums]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, most)
    .map(([name, micros]) => [name, `${((100 * micros) / total).toFixed(1)} %`]);
};

const measureWhere = async (gate: Gate, inFlight: number): Promise<Readonly<Record<string, unknown>>> => {
  const run = callRunner(gate, inFlight);
  await run(WARM_UP);
  const use = await measureUse(run);
  const statements = await measureStatements(run);
  const { folders, functions } = await measureSelfTime(run);
  const perCall = statements.reduce((sum, each) => sum + each.perCall, 0);
  printLine(`\n## ${inFlight} in flight\n`);
  printLine(`Processor time of all threads: ${use.cpuMicros.toFixed(0)} µs a call.`);
  if (use.kilobytes !== undefined && use.writes !== undefined)
    printLine(`Written: ${use.kilobytes.toFixed(1)} kB a call in ${use.writes.toFixed(1)} writes.`);
  printLine(`Statements: ${perCall.toFixed(1)} a call.\n`);
  printLine(
    table(
      ['statement', 'a call', 'median'],
      statements
        .slice(0, STATEMENTS)
        .map((each) => [shortSql(each.sql), each.perCall.toFixed(3), `${each.medianMicros.toFixed(1)} µs`]),
    ),
  );
  printLine('');
  printLine(table(['self time in', 'share'], shareRows(folders, FUNCTIONS)));
  printLine('');
  printLine(table(['self time of', 'share'], shareRows(functions, FUNCTIONS)));
  return {
    inFlight,
    ...use,
    statements,
    folders: Object.fromEntries(folders),
    functions: Object.fromEntries(functions),
  };
};

/** `npm run bench -- where`: where the time of an automatic call goes inside the gate. */
export const benchWhere = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'callgate-where-'));
  const { gate, store } = await openBenchGate(folder, 'where', true);
  try {
    printLine(
      `${count(CALLS)} reads each, durable, answered at once. Self time is that of the event loop's thread: not idle, but with what it waits for the disk.`,
    );
    const rows: Readonly<Record<string, unknown>>[] = [];
    for (const inFlight of IN_FLIGHT) rows.push(await measureWhere(gate, inFlight));
    writeResult('where', { ...provenance('npm run bench -- where'), calls: CALLS, rows });
  } finally {
    await gate.close();
    await store.close();
    rmSync(folder, { recursive: true });
  }
};
