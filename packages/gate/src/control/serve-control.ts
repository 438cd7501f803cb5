import { randomBytes } from 'node:crypto';
import { chmodSync, renameSync, rmSync } from 'node:fs';
import type { Server, Socket } from 'node:net';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import type { Clock } from '../clock.ts';
import { systemClock } from '../clock.ts';
import type { Desk } from '../confirm/desk.ts';
import type { Gate } from '../gate.ts';
import { reach } from './connect-socket.ts';
import { Connection } from './connection.ts';
import { deskControl } from './desk-control.ts';
import type { DatabaseStatus, ServerStatus } from './methods.ts';
import { codeOf, socketPath, socketsIn } from './socket-folder.ts';

export type ServeControlOptions = (
  | { readonly gate: Gate; readonly desk?: undefined }
  | { readonly desk: Desk; readonly gate?: undefined }
) & {
  /** Callgate's own folder; the socket is in `run` below it. */
  readonly folder: string;
  /** Names the socket: the instance of the store. */
  readonly instance: string;
  /** Whose word it is that comes over the socket; only this user can open it. `local` where nothing is said. */
  readonly subject?: string;
  readonly clock?: Clock;
  /** Where the store is in a database: what is told of it. */
  readonly database?: (() => DatabaseStatus) | undefined;
  /** How the MCP servers behind this process are doing. */
  readonly servers?: (() => readonly ServerStatus[]) | undefined;
};

export interface ControlServer {
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

/** Lets the command line of the same user sit at the desk of this process. It keeps no process alive. */
export const serveControl = async (options: ServeControlOptions): Promise<ControlServer> => {
  const { folder, instance, subject = 'local', clock = systemClock, gate } = options;
  const path = socketPath(folder, instance);
  await removeStale(folder);
  const control = deskControl({
    desk: options.gate === undefined ? options.desk : options.gate.desk,
    instance,
    subject,
    clock,
    database: options.database,
    servers: options.servers,
    ...(gate === undefined ? {} : { policy: () => gate.policy }),
  });
  const open = new Set<Socket>();
  const onEvent = gate === undefined ? undefined : gate.onEvent.bind(gate);
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket);
    socket.unref();
    socket.once('close', () => open.delete(socket));
    void new Connection(socket, { control, onEvent }).serve();
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
