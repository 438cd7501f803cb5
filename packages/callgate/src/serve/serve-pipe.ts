import { randomUUID } from 'node:crypto';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import type { Protocol } from '@callgate/gateway';
import { serveStdio } from '@callgate/gateway';

export interface ServedPipe {
  /** The client is gone. */
  readonly ended: Promise<void>;
  close(): void;
}

/** Serves whoever started this process. Every process is a context of its own, and its user is who asks. */
export const servePipe = (protocol: Protocol): ServedPipe => {
  const { promise, resolve } = Promise.withResolvers<void>();
  // the command line ends at once where nobody reads; here there is something to be ended properly
  process.stdout.removeAllListeners('error');
  const server = serveStdio({
    protocol,
    input: process.stdin,
    output: process.stdout,
    caller: {
      principal: LOCAL_PRINCIPAL,
      context: `stdio:${randomUUID()}`,
      authenticated: true,
      transport: 'stdio',
    },
    onEnd: resolve,
  });
  return { ended: promise, close: () => server.close() };
};
