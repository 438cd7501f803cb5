import { fileURLToPath } from 'node:url';
import type { BenchProcess } from './bench-process.ts';
import { firstLine, startChild, stopChild } from './bench-process.ts';
import type { BenchClient } from './bench-client.ts';
import { httpClient, stdioClient } from './bench-client.ts';
import type { BenchResources, TransportPath, BenchGateway } from './gateway-contestant.ts';

const RELAY = fileURLToPath(new URL('relay.ts', import.meta.url));
const UPSTREAM = fileURLToPath(new URL('upstream.ts', import.meta.url));

export const UPSTREAM_COMMAND: readonly string[] = [process.execPath, UPSTREAM, 'stdio'];

export const startHttpUpstream = (): BenchProcess => startChild([process.execPath, UPSTREAM, 'http']);

const echo = (): string => 'echo';

const overStdio = (child: BenchProcess, pid: number | undefined): BenchGateway => ({
  pid,
  tool: echo,
  connect: async (): Promise<BenchClient> => stdioClient(child.stdin, child.stdout),
  stop: () => stopChild(child),
});

/** Nothing between. What is called over HTTP and runs over stdio is held against a call over stdio. */
export const startDirect = async (path: TransportPath, ground: BenchResources): Promise<BenchGateway> => {
  if (path !== 'HTTP→HTTP') return overStdio(startChild(ground.command), undefined);
  return {
    pid: undefined,
    tool: echo,
    connect: async () => httpClient(ground.url),
    stop: async () => {},
  };
};

/** The relay of our own: passes on, nothing else. */
export const startRelay = async (path: TransportPath, ground: BenchResources): Promise<BenchGateway> => {
  const behind = path === 'HTTP→HTTP' ? [ground.url] : ground.command;
  const front = path === 'stdio→stdio' ? 'stdio' : 'http';
  const child = startChild([process.execPath, RELAY, front, ...behind]);
  if (front === 'stdio') return overStdio(child, child.pid);
  const url = await firstLine(child);
  return { pid: child.pid, tool: echo, connect: async () => httpClient(url), stop: () => stopChild(child) };
};
