import { randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BenchProcess } from '../gateway/bench-process.ts';
import { retryUntilSuccess, freePort, startChild, stopChild } from '../gateway/bench-process.ts';
import type { BenchClient } from '../gateway/bench-client.ts';
import { callTool, startSession, httpClient } from '../gateway/bench-client.ts';
import { usageOf } from '../gateway/process-tree.ts';
import { runClosedLoop } from './closed-loop.ts';
import type { BenchDatabase } from './bench-database.ts';
import type { ScaleSlice, CpuTime } from './scale-figure.ts';
import { joinLoads } from './scale-figure.ts';
import { readMachineCpu } from './machine-cpu.ts';

const CALLGATE = fileURLToPath(new URL('../../packages/callgate/bin/callgate.js', import.meta.url));
const KEYS = ['callgate.key', 'callgate.key.pub'];
const RESULT_BYTES = 100;

/** `callgate up`, so many of it on one store, each with clients of its own. */
export interface GatewayGroup {
  readonly name: string;
  readonly children: readonly BenchProcess[];
  readonly clients: readonly BenchClient[];
  readonly database?: BenchDatabase;
}

export interface GatewayGroupOptions {
  readonly name: string;
  readonly count: number;
  readonly folder: string;
  /** Where the upstream listens. */
  readonly upstream: string;
  /** The file in the folder of each where absent. */
  readonly store?: { readonly database: BenchDatabase; readonly schema: string };
}

const startOne = async (
  home: string,
  upstream: string,
  store: string | undefined,
): Promise<{ readonly child: BenchProcess; readonly client: BenchClient }> => {
  const port = await freePort();
  const config = join(home, 'callgate.yaml');
  writeFileSync(
    config,
    JSON.stringify({
      servers: { s0: { url: upstream, trust: 'trusted' } },
      http: { host: '127.0.0.1', port, auth: 'none' },
      console: false,
    }),
  );
  const child = startChild(
    [process.execPath, CALLGATE, 'up', '-c', config, ...(store === undefined ? [] : ['--store', store])],
    { CALLGATE_HOME: home },
  );
  child.stdout.resume();
  try {
    const client = await retryUntilSuccess(async () => {
      const one = httpClient(`http://127.0.0.1:${port}/mcp`);
      try {
        await startSession(one, ['echo']);
        return one;
      } catch (error) {
        one.close();
        throw error;
      }
    });
    return { child, client };
  } catch (error) {
    await stopChild(child);
    throw error;
  }
};

export const startGateways = async (options: GatewayGroupOptions): Promise<GatewayGroup> => {
  const { name, count, folder, upstream, store } = options;
  const started: { readonly child: BenchProcess; readonly client: BenchClient }[] = [];
  const homeOf = (index: number): string => join(folder, `${name.replaceAll(/\W+/g, '-')}-${index}`);
  for (let index = 0; index < count; index += 1) {
    const home = homeOf(index);
    mkdirSync(home, { recursive: true, mode: 0o700 });
    // all have the key that the first one made
    if (index > 0) for (const key of KEYS) cpSync(join(homeOf(0), key), join(home, key));
    started.push(await startOne(home, upstream, store?.database.url(store.schema)));
  }
  return {
    name,
    children: started.map(({ child }) => child),
    clients: started.map(({ client }) => client),
    ...(store === undefined ? {} : { database: store.database }),
  };
};

const spentBy = ({ children, database }: GatewayGroup): CpuTime => ({
  gates: children.reduce((sum, { pid }) => sum + (usageOf(pid)?.cpuMicroseconds ?? 0), 0),
  database: database?.cpu() ?? 0,
});

/** Calls through all gateways of a set-up at the same time, so many in flight at each. */
export const runGatewayTurn = async (
  all: GatewayGroup,
  inFlight: number,
  milliseconds: number,
): Promise<ScaleSlice> => {
  const before = spentBy(all);
  const allBefore = readMachineCpu();
  const life = randomUUID();
  // as in the table of gates, every call has arguments of its own; all clients are one agent, in one session
  const loads = await Promise.all(
    all.clients.map((client, gateway) =>
      runClosedLoop(
        async (lane, call) =>
          callTool(client, 'echo', RESULT_BYTES, { note: `${life}-${gateway}-${lane}-${call}` }),
        inFlight,
        milliseconds,
      ),
    ),
  );
  const allAfter = readMachineCpu();
  const after = spentBy(all);
  const cpu = { gates: after.gates - before.gates, database: after.database - before.database };
  return {
    ...joinLoads(loads),
    cpu,
    cpuOfAll: allAfter - allBefore,
    cpuInTheEnd: cpu,
    commits: undefined,
    walBytes: undefined,
    unnumbered: 0,
    numberedAfterMs: 0,
  };
};

export const stopGateways = async ({ children, clients }: GatewayGroup): Promise<void> => {
  for (const client of clients) client.close();
  await Promise.all(children.map(stopChild));
};
