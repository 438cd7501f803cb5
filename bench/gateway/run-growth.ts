import { count, table } from '../report.ts';
import type { BenchClient } from './bench-client.ts';
import { callTool, startSession } from './bench-client.ts';
import { runLoad } from './run-load.ts';
import { usageOf } from './process-tree.ts';
import type { BenchGateway } from './gateway-contestant.ts';
import { ms } from './path-table.ts';

const SERVERS = [1, 10, 50];
const CLIENTS = [1, 100, 1000];
const BYTES = 100;
const IN_FLIGHT = 32;
const WARM_UP_MS = 1000;
const SLICE_MS = 2000;
const GREETED_AT_ONCE = 20;

export interface GrowthRow {
  readonly servers: number;
  readonly clients: number;
  /** From the start of the process to the first client that sees every tool. */
  readonly readyMs: number;
  readonly p50: number;
  readonly perSecond: number;
  readonly cpuMicrosecondsACall: number | undefined;
  readonly residentBytes: number | undefined;
}

const at = <T>(all: readonly T[], number: number): T => {
  const one = all[number % all.length];
  if (one === undefined) throw new RangeError('none');
  return one;
};

const connectAll = async (
  setUp: BenchGateway,
  clients: number,
  tools: readonly string[],
): Promise<BenchClient[]> => {
  const all: BenchClient[] = [];
  while (all.length < clients) {
    const some = Array.from({ length: Math.min(GREETED_AT_ONCE, clients - all.length) }, async () => {
      const client = await setUp.connect();
      await startSession(client, tools);
      return client;
    });
    all.push(...(await Promise.all(some)));
  }
  return all;
};

/** Calls go round over all clients and all servers. */
const measureGrowth = async (
  start: (servers: number) => Promise<BenchGateway>,
  servers: number,
  clients: number,
): Promise<GrowthRow> => {
  const began = performance.now();
  const setUp = await start(servers);
  try {
    const tools = Array.from({ length: servers }, (_, server) => setUp.tool(server));
    const [first] = await connectAll(setUp, 1, tools);
    const readyMs = performance.now() - began;
    const others = await connectAll(setUp, clients - 1, tools);
    const all = first === undefined ? others : [first, ...others];
    const one = (number: number): Promise<void> => callTool(at(all, number), at(tools, number), BYTES);
    await runLoad(one, IN_FLIGHT, WARM_UP_MS);
    const alone = await runLoad(one, 1, SLICE_MS);
    const before = setUp.pid === undefined ? undefined : usageOf(setUp.pid);
    const together = await runLoad(one, IN_FLIGHT, SLICE_MS);
    const after = setUp.pid === undefined ? undefined : usageOf(setUp.pid);
    for (const client of all) client.close();
    return {
      servers,
      clients,
      readyMs,
      p50: alone.p50,
      perSecond: together.perSecond,
      cpuMicrosecondsACall:
        before === undefined || after === undefined
          ? undefined
          : (after.cpuMicroseconds - before.cpuMicroseconds) / together.calls,
      residentBytes: after?.residentBytes,
    };
  } finally {
    await setUp.stop();
  }
};

/** How it grows with servers behind it and with clients before it. */
export const runGrowth = async (start: (servers: number) => Promise<BenchGateway>): Promise<GrowthRow[]> => {
  const rows: GrowthRow[] = [];
  for (const servers of SERVERS) rows.push(await measureGrowth(start, servers, 1));
  for (const clients of CLIENTS.slice(1)) rows.push(await measureGrowth(start, 1, clients));
  return rows;
};

export const growthTable = (rows: readonly GrowthRow[]): string =>
  table(
    ['servers', 'clients', 'ready after', 'p50', 'calls/s', 'CPU a call', 'memory'],
    rows.map((row) => [
      count(row.servers),
      count(row.clients),
      `${count(row.readyMs)} ms`,
      ms(row.p50),
      count(row.perSecond),
      row.cpuMicrosecondsACall === undefined ? '–' : `${count(row.cpuMicrosecondsACall)} µs`,
      row.residentBytes === undefined ? '–' : `${count(row.residentBytes / 2 ** 20)} MiB`,
    ]),
  );
