import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import type { ServerEndpoint } from '../config/gateway-config.ts';
import { releaseProcessGroup, signalProcessGroup, trackProcessGroup } from './process-group.ts';

export type StdioEndpoint = Extract<ServerEndpoint, { kind: 'stdio' }>;

/** A server that runs, with all that it started. */
export interface ServerProcess {
  readonly child: ChildProcessWithoutNullStreams;
  signal(signal: 'SIGTERM' | 'SIGKILL'): void;
  /** Its first process has ended: what it left behind goes too. */
  release(): void;
}

interface EarlyServer {
  readonly child: ChildProcessWithoutNullStreams;
  readonly onError: () => void;
  hasFailed: boolean;
}

const early = new WeakMap<StdioEndpoint, EarlyServer>();

const spawnServer = (reach: StdioEndpoint): ChildProcessWithoutNullStreams => {
  const cwd = reach.cwd ?? reach.clientFolder;
  const child = spawn(reach.command, [...reach.args], {
    env: { ...reach.env },
    ...(cwd === undefined ? {} : { cwd }),
    shell: false,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  if (child.pid !== undefined) trackProcessGroup(child.pid);
  return child;
};

/** Starts a server while the gateway that will speak to it is still loaded. Nothing is written to it. The result ends it. */
export const startServerEarly = (reach: StdioEndpoint): (() => void) => {
  const child = spawnServer(reach);
  const onError = (): void => {
    server.hasFailed = true;
  };
  const server: EarlyServer = { child, onError, hasFailed: false };
  child.on('error', onError);
  early.set(reach, server);
  return () => {
    if (child.pid !== undefined) signalProcessGroup(child.pid, 'SIGKILL');
  };
};

const plainProcess = (child: ChildProcessWithoutNullStreams): ServerProcess => ({
  child,
  signal: (signal) => {
    if (child.pid !== undefined) signalProcessGroup(child.pid, signal);
  },
  release: () => {
    if (child.pid !== undefined) releaseProcessGroup(child.pid);
  },
});

const takeChild = (reach: StdioEndpoint): ChildProcessWithoutNullStreams => {
  const server = early.get(reach);
  early.delete(reach);
  if (server === undefined) return spawnServer(reach);
  const { child, onError, hasFailed } = server;
  // one that ended is started again, so that its failure is reported
  if (hasFailed || child.pid === undefined || child.exitCode !== null || child.signalCode !== null)
    return spawnServer(reach);
  child.off('error', onError);
  return child;
};

/** The process of a server: the one that was started early for it, once, if it still runs. */
export const startServer = (reach: StdioEndpoint): ServerProcess => plainProcess(takeChild(reach));
