import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installed } from '../../material/install.ts';
import { retryUntilSuccess, freePort, startChild, stopChild } from './bench-process.ts';
import type { BenchClient } from './bench-client.ts';
import { startSession, httpClient, sseClient } from './bench-client.ts';
import type { GatewayContestant, BenchResources, TransportPath, BenchGateway } from './gateway-contestant.ts';

interface PeerCommand {
  readonly args: readonly string[];
  readonly tool: string;
  readonly connect: () => Promise<BenchClient>;
}

const program = async (...path: readonly string[]): Promise<string> =>
  join(await installed('peers'), 'node_modules', ...path);

/** Peers write logs and caches at home: they get a home in the bench's folder. */
const homeIn = (folder: string, port: number): Readonly<Record<string, string>> => {
  const home = join(folder, `home-${port}`);
  mkdirSync(home, { recursive: true });
  return {
    HOME: home,
    XDG_STATE_HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_DATA_HOME: home,
    XDG_CACHE_HOME: home,
  };
};

/** Starts a peer and waits until a client sees the upstream's tool through it. */
const startPeer = async (
  { folder }: BenchResources,
  port: number,
  { args, tool, connect }: PeerCommand,
): Promise<BenchGateway> => {
  const child = startChild([process.execPath, ...args], homeIn(folder, port));
  child.stdout.resume();
  try {
    await retryUntilSuccess(async () => {
      const client = await connect();
      try {
        await startSession(client, [tool]);
      } finally {
        client.close();
      }
    });
  } catch (error) {
    await stopChild(child);
    throw error;
  }
  return { pid: child.pid, tool: () => tool, connect, stop: () => stopChild(child) };
};

const startMcpProxy = async (_path: TransportPath, ground: BenchResources): Promise<BenchGateway> => {
  const port = await freePort();
  const bin = await program('mcp-proxy', 'dist', 'bin', 'mcp-proxy.mjs');
  const listen = ['--server', 'stream', '--host', '127.0.0.1', '--port', String(port)];
  return startPeer(ground, port, {
    args: [bin, ...listen, '--', ...ground.command],
    tool: 'echo',
    connect: async () => httpClient(`http://127.0.0.1:${port}/mcp`),
  });
};

/** Stateful, since it starts a server for every call otherwise. */
const startSupergateway = async (_path: TransportPath, ground: BenchResources): Promise<BenchGateway> => {
  const port = await freePort();
  const bin = await program('supergateway', 'dist', 'index.js');
  const listen = ['--outputTransport', 'streamableHttp', '--stateful', '--port', String(port)];
  return startPeer(ground, port, {
    args: [bin, '--stdio', ground.command.join(' '), ...listen, '--logLevel', 'none'],
    tool: 'echo',
    connect: async () => httpClient(`http://127.0.0.1:${port}/mcp`),
  });
};

/** Its endpoint for clients is HTTP with an event stream. */
const startMcpHub = async (path: TransportPath, ground: BenchResources): Promise<BenchGateway> => {
  const port = await freePort();
  const bin = await program('mcp-hub', 'dist', 'cli.js');
  const [command, ...args] = ground.command;
  const server = path === 'HTTP→HTTP' ? { url: ground.url } : { command, args };
  const config = join(ground.folder, `mcp-hub-${port}.json`);
  writeFileSync(config, JSON.stringify({ mcpServers: { up: server } }));
  return startPeer(ground, port, {
    args: [bin, '--port', String(port), '--config', config],
    tool: 'up__echo',
    connect: () => sseClient(`http://127.0.0.1:${port}/mcp`),
  });
};

export const PEERS: readonly GatewayContestant[] = [
  { name: 'mcp-proxy', paths: ['HTTP→stdio'], start: startMcpProxy },
  { name: 'supergateway', paths: ['HTTP→stdio'], start: startSupergateway },
  { name: 'mcp-hub', paths: ['HTTP→stdio', 'HTTP→HTTP'], start: startMcpHub },
];
