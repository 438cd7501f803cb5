import { randomUUID } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import { serveMessages } from '@callgate/messages/cli/serve';
import type { Gateway, LogEntry } from '@callgate/gateway';
import { serveStdio } from '@callgate/gateway';
import { endHostSessions, snapshotHosts } from '../host/end-host-sessions.ts';
import { findHostContexts } from '../host/host-contexts.ts';
import type { ProcessTable } from '../host/process-table.ts';
import { writeLogLine } from '../show/log.ts';

export interface PipeServer {
  readonly ended: Promise<void>;
  /** Ends the session, too, where its host has ended. */
  close(): Promise<void>;
}

/** A client's pipe, and the process that it belongs to. */
export interface ClientPipe {
  readonly input: Readable;
  readonly output: Writable;
  readonly pid: number;
  /** The words that Callgate was started with. */
  readonly words: readonly string[];
  readonly log: (entry: LogEntry) => void;
}

/** The pipe of the program that started this process. */
export const ownPipe = (): ClientPipe => {
  // the command line ends at once where nobody reads; here there is something to be ended properly
  process.stdout.removeAllListeners('error');
  return {
    input: process.stdin,
    output: process.stdout,
    pid: process.pid,
    words: process.argv.slice(2),
    log: writeLogLine,
  };
};

type PipeContext = { readonly context: string; readonly authenticated: boolean; readonly shared?: true };

/**
 * All processes that one host started are one context. Where nobody can tell which host it is, everything that the
 * user has touched counts.
 */
const pipeContext = async (
  { gate }: Gateway,
  { pid, words, log }: ClientPipe,
  table: ProcessTable | undefined,
): Promise<PipeContext> => {
  const hosts = findHostContexts(table, pid, words);
  if (hosts !== undefined)
    return {
      context: await gate.enterHost(LOCAL_PRINCIPAL.subject, hosts),
      authenticated: true,
      shared: true,
    };
  log({
    level: 'warning',
    code: 'HOST_UNKNOWN',
    message: serveMessages.hostUnknown,
  });
  return { context: `stdio:${randomUUID()}`, authenticated: false };
};

/** Serves the client at a pipe. The user of this process is the principal. */
export const servePipe = async (gateway: Gateway, pipe: ClientPipe): Promise<PipeServer> => {
  const hosts = await snapshotHosts(gateway.gate);
  const { promise, resolve } = Promise.withResolvers<void>();
  const server = serveStdio({
    protocol: gateway.protocol,
    input: pipe.input,
    output: pipe.output,
    caller: {
      principal: LOCAL_PRINCIPAL,
      transport: 'stdio',
      ...(await pipeContext(gateway, pipe, hosts.table)),
    },
    onEnd: resolve,
  });
  // a host that was killed had nobody left to see to it
  void endHostSessions(gateway.gate, hosts);
  return {
    ended: promise,
    close: async () => {
      server.close();
      await endHostSessions(gateway.gate, await snapshotHosts(gateway.gate));
    },
  };
};
