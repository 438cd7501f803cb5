import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import type { Server, Socket } from 'node:net';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import { httpText } from '@callgate/messages/http';
import { asciiJson, writeJson } from './write-response.ts';
import type { SocketKind } from './ask-socket.ts';
import {
  INSTANCE_PATTERN,
  getErrorCode,
  findSockets,
  shortHash,
  isSocketDead,
  getOwnUid,
  getRunFolder,
  getShortFolder,
} from './ask-socket.ts';
import type { RouterOptions } from './request-router.ts';
import type { ServerLimits } from './open-server.ts';
import { openServer } from './open-server.ts';
import type { HttpRefusal } from './http-refusal.ts';
import { toErrorBody, toHttpRefusal } from './http-refusal.ts';

const { socket: socketText } = httpText;

/** What the address of a unix socket holds on every system we run on, without the NUL at its end. */
const LONGEST_PATH = 103;

const fits = (path: string): boolean => Buffer.byteLength(path) <= LONGEST_PATH;

/** A folder that nobody but its owner enters, and the owner is who uses it. */
const privateFolder = (path: string, recursive: boolean, code: string): void => {
  const shown = display(path);
  try {
    mkdirSync(path, { recursive, mode: 0o700 });
  } catch (cause) {
    if (getErrorCode(cause) !== 'EEXIST')
      throw new CallgateError(
        { code, ...socketText.folderNotCreated({ path: shown, cause: getErrorCode(cause) }) },
        { cause },
      );
  }
  const found = lstatSync(path);
  if (!found.isDirectory()) throw new CallgateError({ code, ...socketText.notFolder({ path: shown }) });
  if (getOwnUid() === undefined) return;
  if (found.uid !== getOwnUid())
    throw new CallgateError({ code, ...socketText.folderOfAnotherUser({ path: shown }) });
  if ((found.mode & 0o077) !== 0) chmodSync(path, 0o700);
};

/** Where a process that serves puts its socket: made ready, and short enough. */
const socketPath = (folder: string, instance: string, { prefix, codes }: SocketKind): string => {
  if (!INSTANCE_PATTERN.test(instance))
    throw new CallgateError({
      code: codes.name,
      ...socketText.nameInvalid({ name: display(instance, { max: 80 }) }),
    });
  const run = getRunFolder(folder);
  privateFolder(run, true, codes.folder);
  const usual = join(run, `${prefix}${instance}.sock`);
  if (fits(usual)) return usual;
  const short = getShortFolder(folder);
  const path = join(short, `${prefix}${shortHash(instance)}.sock`);
  if (!fits(path))
    throw new CallgateError({ code: codes.folder, ...socketText.tooLong({ path: display(path) }) });
  privateFolder(short, false, codes.folder);
  return path;
};

const PATIENCE_MS = 2000;
/** A draft without a listener is left alone for so long: a process may be about to listen. */
const DRAFT_MS = 60_000;

/** Whether nobody will ever listen at it again. */
const isDead = (path: string): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect({ path });
    const finish = (dead: boolean): void => {
      clearTimeout(patience);
      socket.on('error', () => {});
      socket.destroy();
      done(dead);
    };
    const patience = setTimeout(() => finish(false), PATIENCE_MS);
    socket.once('connect', () => finish(false));
    socket.once('error', (error) => finish(isSocketDead(error)));
  });

/** Takes away sockets that processes left behind which are gone. */
const removeStale = async (folder: string, kind: SocketKind): Promise<void> => {
  // files have the time of the system, whatever the gate goes by
  const now = Date.now();
  await Promise.all(
    findSockets(folder, kind).map(async ({ path, at, draft }) => {
      if ((!draft || now - at > DRAFT_MS) && (await isDead(path))) rmSync(path, { force: true });
    }),
  );
};

/** Nobody finds the socket by its name before nobody else may open it. */
const listenPrivately = async (server: Server, path: string, code: string): Promise<void> => {
  const draft = join(dirname(path), `.${randomBytes(4).toString('hex')}`);
  await new Promise<void>((done, reject) => {
    server.once('error', (cause) =>
      reject(
        new CallgateError(
          { code, ...socketText.listenFailed({ path: display(path), cause: getErrorCode(cause) }) },
          { cause },
        ),
      ),
    );
    server.listen(draft, done);
  });
  try {
    chmodSync(draft, 0o600);
    renameSync(draft, path);
  } catch (cause) {
    server.close();
    throw new CallgateError(
      { code, ...socketText.notCreated({ path: display(path), cause: getErrorCode(cause) }) },
      { cause },
    );
  }
};

export interface ServeSocketOptions extends SocketPlace {
  readonly limits: ServerLimits;
  readonly door: Pick<RouterOptions, 'routes' | 'codes'>;
}

export interface SocketServer {
  readonly path: string;
  close(): Promise<void>;
}

export interface SocketPlace {
  readonly kind: SocketKind;
  /** Callgate's own folder; the socket is in `run` below it. */
  readonly folder: string;
  readonly instance: string;
}

/** Lets a server listen at a unix socket that only this user opens. It keeps no process alive. */
export const listenAtSocket = async (
  server: Server,
  { kind, folder, instance }: SocketPlace,
): Promise<{ readonly path: string; remove(): void }> => {
  const path = socketPath(folder, instance, kind);
  await removeStale(folder, kind);
  await listenPrivately(server, path, kind.codes.socket);
  server.unref();
  server.on('error', () => {});
  const removeFile = (): void => rmSync(path, { force: true });
  process.once('exit', removeFile);
  return {
    path,
    remove: () => {
      process.off('exit', removeFile);
      removeFile();
    },
  };
};

/** Pages have no business here, and names mean nothing. */
const PLACE: RouterOptions['place'] = { hosts: null, origins: new Set() };

/** A body that was not read cannot be left lying on the connection. */
const tellError = (response: ServerResponse, refusal: HttpRefusal): void => {
  const close = response.req.complete ? [] : ['Connection', 'close'];
  writeJson(response, refusal.status, asciiJson(toErrorBody(refusal)), [...refusal.headers, ...close]);
};

/** Serves the other processes of this user at a unix socket. It keeps no process alive. */
export const serveSocket = async (options: ServeSocketOptions): Promise<SocketServer> => {
  const { kind, limits, door } = options;
  const listening = Promise.withResolvers<Awaited<ReturnType<typeof listenAtSocket>>>();
  const { close } = await openServer({
    limits,
    listen: async (server) => {
      server.on('connection', (socket: Socket) => socket.unref());
      listening.resolve(await listenAtSocket(server, options));
    },
    serve: () => ({
      ...door,
      place: PLACE,
      refuse: (response, error) => tellError(response, toHttpRefusal(error, kind.codes.failed, 422)),
    }),
  });
  const { path, remove } = await listening.promise;
  return {
    path,
    close: async () => {
      remove();
      await close();
    },
  };
};
