import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { retryUntilSuccess, freePort, startChild, stopChild } from './bench-process.ts';
import type { BenchProcess } from './bench-process.ts';
import { startSession, httpClient, stdioClient } from './bench-client.ts';
import type { BenchResources, TransportPath, BenchGateway } from './gateway-contestant.ts';

const CALLGATE = fileURLToPath(new URL('../../packages/callgate/bin/callgate.js', import.meta.url));

const alias = (server: number): string => `s${server}`;
const toolName =
  (servers: number) =>
  (server: number): string =>
    servers === 1 ? 'echo' : `${alias(server)}__echo`;

const startUp = async (
  path: TransportPath,
  ground: BenchResources,
  home: string,
  servers: number,
  durability: 'standard' | 'strict',
): Promise<BenchGateway> => {
  const port = await freePort();
  const [command, ...args] = ground.command;
  const server = path === 'HTTP→HTTP' ? { url: ground.url } : { command, args };
  const entries = Array.from({ length: servers }, (_, index) => [
    alias(index),
    // servers behind one command or address are told apart by their alias
    { ...server, trust: 'trusted' },
  ]);
  const config = join(home, 'callgate.yaml');
  writeFileSync(
    config,
    JSON.stringify({
      servers: Object.fromEntries(entries),
      http: { host: '127.0.0.1', port, auth: 'none' },
      durability,
    }),
  );
  const child = startChild([process.execPath, CALLGATE, 'up', '-c', config], { CALLGATE_HOME: home });
  child.stdout.resume();
  const tool = toolName(servers);
  const connect = async (): Promise<ReturnType<typeof httpClient>> =>
    httpClient(`http://127.0.0.1:${port}/mcp`);
  const names = Array.from({ length: servers }, (_, index) => tool(index));
  try {
    await retryUntilSuccess(async () => {
      const client = await connect();
      try {
        await startSession(client, names);
      } finally {
        client.close();
      }
    });
  } catch (error) {
    await stopChild(child);
    throw error;
  }
  return { pid: child.pid, tool, connect, stop: () => stopChild(child) };
};

const startRun = (ground: BenchResources, home: string): BenchGateway => {
  const child: BenchProcess = startChild(
    [process.execPath, CALLGATE, 'run', '--name', 's0', '--trust', 'trusted', '--', ...ground.command],
    { CALLGATE_HOME: home },
  );
  return {
    pid: child.pid,
    tool: () => 'echo',
    connect: async () => stdioClient(child.stdin, child.stdout),
    stop: () => stopChild(child),
  };
};

/** `callgate run` or `callgate up` in front of so many upstreams, with policy, labels and durable record on. */
export const startCallgate = async (
  path: TransportPath,
  ground: BenchResources,
  servers: number = 1,
  durability: 'standard' | 'strict' = 'standard',
): Promise<BenchGateway> => {
  const home = mkdtempSync(join(ground.folder, 'callgate-'));
  return path === 'stdio→stdio'
    ? startRun(ground, home)
    : await startUp(path, ground, home, servers, durability);
};

/** The same where every entry is synced before anybody hears of it. */
export const startStrictCallgate = (path: TransportPath, ground: BenchResources): Promise<BenchGateway> =>
  startCallgate(path, ground, 1, 'strict');
