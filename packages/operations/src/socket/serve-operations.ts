import { randomBytes } from 'node:crypto';
import { chmodSync, renameSync, rmSync } from 'node:fs';
import type { Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import type { Clock, Gate } from '@callgate/gate';
import { systemClock } from '@callgate/gate';
import type { Caller } from '../api/operation.ts';
import type { DeskOperationsParts } from '../desk/desk-operations.ts';
import { deskOperations } from '../desk/desk-operations.ts';
import { findOperation, localClient } from '../operation-table.ts';
import { codeOf, reach, socketPath, socketsIn } from './socket-folder.ts';
import type { ConnectionParts } from './connection.ts';
import { Connection } from './connection.ts';

/** Who asks from this machine: only this user opens the socket and the files. */
export const LOCAL_CALLER: Caller = { subject: 'local', role: 'operator', groups: [] };

export interface ServeOperationsOptions extends Pick<
  DeskOperationsParts,
  'instance' | 'database' | 'servers'
> {
  readonly gate: Gate;
  /** Callgate's own folder; the socket is in `run` below it, named by the instance of the store. */
  readonly folder: string;
  readonly clock?: Clock;
}

export interface SocketServer {
  readonly path: string;
  close(): Promise<void>;
}

const MAX_CONNECTIONS = 64;
/** A draft that nobody listens at is left alone for so long: somebody may be about to. */
const DRAFT_MS = 60_000;

/** Takes away sockets that processes left behind which are gone. */
const removeStale = async (folder: string): Promise<void> => {
  // files have the time of the system, whatever the gate goes by
  const now = systemClock.now();
  await Promise.all(
    socketsIn(folder).map(async ({ path, at, draft }) => {
      const reached = await reach(path);
      if ('socket' in reached) reached.socket.destroy();
      else if (reached.dead && (!draft || now - at > DRAFT_MS)) rmSync(path, { force: true });
    }),
  );
};

const listening = (server: Server, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new CallgateError('CONTROL_SOCKET', `${display(path)} cannot be listened at (${codeOf(error)})`, {
          help: 'see who else uses that folder',
          cause: error,
        }),
      ),
    );
    server.listen(path, resolve);
  });

/** Nobody finds the socket by its name before nobody else may open it. */
const listenPrivately = async (server: Server, path: string): Promise<void> => {
  const draft = join(dirname(path), `.${randomBytes(4).toString('hex')}`);
  await listening(server, draft);
  try {
    chmodSync(draft, 0o600);
    renameSync(draft, path);
  } catch (cause) {
    server.close();
    throw new CallgateError('CONTROL_SOCKET', `${display(path)} cannot be made (${codeOf(cause)})`, {
      cause,
    });
  }
};

/** Serves operations to the other processes of this user. It keeps no process alive. */
export const serveOperations = async (options: ServeOperationsOptions): Promise<SocketServer> => {
  const { gate, folder, clock = systemClock, ...parts } = options;
  const path = socketPath(folder, parts.instance);
  await removeStale(folder);
  const stored = deskOperations({ ...parts, desk: gate.desk, clock, policy: () => gate.policy });
  const served: ConnectionParts = {
    ask: async (name, params) => {
      if (findOperation(stored, name)?.kind === 'download')
        throw new CallgateError('CONTROL_METHOD', 'files are not sent over this socket');
      return await localClient(stored, LOCAL_CALLER).ask(name, params);
    },
    onEvent: (listener) => gate.onEvent(listener),
  };
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket);
    socket.unref();
    socket.once('close', () => open.delete(socket));
    void new Connection(socket, served).serve();
  });
  server.maxConnections = MAX_CONNECTIONS;
  await listenPrivately(server, path);
  server.unref();
  server.on('error', () => {});
  const remove = (): void => rmSync(path, { force: true });
  process.once('exit', remove);
  return {
    path,
    close: () =>
      new Promise((resolve) => {
        process.off('exit', remove);
        remove();
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
};
