import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually, freePort, startChild, stopChild } from './children.ts';
import type { Child } from './children.ts';
import { greet, httpClient, stdioClient } from './client.ts';
import type { Ground, Path, SetUp } from './set-up.ts';

const CALLGATE = fileURLToPath(new URL('../../packages/callgate/bin/callgate.js', import.meta.url));

const alias = (server: number): string => `s${server}`;
const toolName =
  (servers: number) =>
  (server: number): string =>
    servers === 1 ? 'echo' : `${alias(server)}__echo`;

const startUp = async (path: Path, ground: Ground, home: string, servers: number): Promise<SetUp> => {
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
    }),
  );
  const child = startChild([process.execPath, CALLGATE, 'up', '-c', config], { CALLGATE_HOME: home });
  child.stdout.resume();
  const tool = toolName(servers);
  const connect = async (): Promise<ReturnType<typeof httpClient>> =>
    httpClient(`http://127.0.0.1:${port}/mcp`);
  const names = Array.from({ length: servers }, (_, index) => tool(index));
  try {
    await eventually(async () => {
      const client = await connect();
      try {
        await greet(client, names);
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

const startRun = (ground: Ground, home: string): SetUp => {
  const child: Child = startChild(
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
export const callgateSetup = async (path: Path, ground: Ground, servers: number = 1): Promise<SetUp> => {
  const home = mkdtempSync(join(ground.folder, 'callgate-'));
  return path === 'stdio→stdio' ? startRun(ground, home) : await startUp(path, ground, home, servers);
};
