import { randomUUID } from 'node:crypto';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import { serveMessages } from '@callgate/messages/cli/serve';
import type { Gateway } from '@callgate/gateway';
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

type PipeContext = { readonly context: string; readonly authenticated: boolean; readonly shared?: true };

/**
 * All processes that one host started are one context. Where nobody can tell which host it is, everything that the
 * user has touched counts.
 */
const pipeContext = async ({ gate }: Gateway, table: ProcessTable | undefined): Promise<PipeContext> => {
  const hosts = findHostContexts(table, process.pid, process.argv.slice(2));
  if (hosts !== undefined)
    return {
      context: await gate.enterHost(LOCAL_PRINCIPAL.subject, hosts),
      authenticated: true,
      shared: true,
    };
  writeLogLine({
    level: 'warning',
    code: 'HOST_UNKNOWN',
    message: serveMessages.hostUnknown,
  });
  return { context: `stdio:${randomUUID()}`, authenticated: false };
};

/** Serves the program that started this process. Its user is the principal. */
export const servePipe = async (gateway: Gateway): Promise<PipeServer> => {
  const hosts = await snapshotHosts(gateway.gate);
  const { promise, resolve } = Promise.withResolvers<void>();
  // the command line ends at once where nobody reads; here there is something to be ended properly
  process.stdout.removeAllListeners('error');
  const server = serveStdio({
    protocol: gateway.protocol,
    input: process.stdin,
    output: process.stdout,
    caller: { principal: LOCAL_PRINCIPAL, transport: 'stdio', ...(await pipeContext(gateway, hosts.table)) },
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
