import { fileURLToPath } from 'node:url';
import type { Child } from './children.ts';
import { firstLine, startChild, stopChild } from './children.ts';
import type { Client } from './client.ts';
import { httpClient, stdioClient } from './client.ts';
import type { Ground, Path, SetUp } from './set-up.ts';

const RELAY = fileURLToPath(new URL('relay.ts', import.meta.url));
const UPSTREAM = fileURLToPath(new URL('upstream.ts', import.meta.url));

export const UPSTREAM_COMMAND: readonly string[] = [process.execPath, UPSTREAM, 'stdio'];

export const startHttpUpstream = (): Child => startChild([process.execPath, UPSTREAM, 'http']);

const echo = (): string => 'echo';

const overStdio = (child: Child, pid: number | undefined): SetUp => ({
  pid,
  tool: echo,
  connect: async (): Promise<Client> => stdioClient(child.stdin, child.stdout),
  stop: () => stopChild(child),
});

/** Nothing between. What is called over HTTP and runs over stdio is held against a call over stdio. */
export const startDirect = async (path: Path, ground: Ground): Promise<SetUp> => {
  if (path !== 'HTTP→HTTP') return overStdio(startChild(ground.command), undefined);
  return {
    pid: undefined,
    tool: echo,
    connect: async () => httpClient(ground.url),
    stop: async () => {},
  };
};

/** The relay of our own: passes on, nothing else. */
export const startRelay = async (path: Path, ground: Ground): Promise<SetUp> => {
  const behind = path === 'HTTP→HTTP' ? [ground.url] : ground.command;
  const front = path === 'stdio→stdio' ? 'stdio' : 'http';
  const child = startChild([process.execPath, RELAY, front, ...behind]);
  if (front === 'stdio') return overStdio(child, child.pid);
  const url = await firstLine(child);
  return { pid: child.pid, tool: echo, connect: async () => httpClient(url), stop: () => stopChild(child) };
};
