import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CallgateError, display } from '@callgate/core';

/** What the address of a unix socket holds on every system we run on, without the NUL at its end. */
const LONGEST_PATH = 103;

const INSTANCE = /^[\w-]{1,64}$/;
const SOCKET = /^[\w-]{1,64}\.sock$/;
const DRAFT = /^\.[0-9a-f]{8}$/;

const ownUid = (): number | undefined => process.getuid?.();

const hashed = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

const runFolder = (folder: string): string => join(resolve(folder), 'run');

/** Where sockets go whose path would be too long. */
const shortFolder = (folder: string): string =>
  join(tmpdir(), `callgate-${ownUid() ?? 0}-${hashed(runFolder(folder))}`);

const fits = (path: string): boolean => Buffer.byteLength(path) <= LONGEST_PATH;

export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN';

const refused = (path: string, what: string, help: string, cause?: unknown): CallgateError =>
  new CallgateError('CONTROL_FOLDER', `${display(path)} ${what}`, { help, cause });

/** A folder that nobody but its owner enters, and the owner is who uses it. */
const privateFolder = (path: string, recursive: boolean): void => {
  try {
    mkdirSync(path, { recursive, mode: 0o700 });
  } catch (cause) {
    if (codeOf(cause) !== 'EEXIST')
      throw refused(path, `cannot be made (${codeOf(cause)})`, 'give a folder that can be written to', cause);
  }
  const found = lstatSync(path);
  if (!found.isDirectory()) throw refused(path, 'is not a folder', 'move away what is there');
  if (ownUid() === undefined) return;
  if (found.uid !== ownUid()) throw refused(path, 'belongs to somebody else', 'see who made it');
  if ((found.mode & 0o077) !== 0) chmodSync(path, 0o700);
};

/** Where a process that serves puts its socket: made ready, and short enough. */
export const socketPath = (folder: string, instance: string): string => {
  if (!INSTANCE.test(instance))
    throw new CallgateError('CONTROL_NAME', `\`${display(instance, { max: 80 })}\` cannot name a socket`, {
      help: 'use 1 to 64 letters, digits, _ or -',
    });
  const run = runFolder(folder);
  privateFolder(run, true);
  const usual = join(run, `${instance}.sock`);
  if (fits(usual)) return usual;
  const short = shortFolder(folder);
  const path = join(short, `${hashed(instance)}.sock`);
  if (!fits(path))
    throw refused(path, 'is too long for a socket', 'set CALLGATE_HOME or TMPDIR to a shorter path');
  privateFolder(short, false);
  return path;
};

export interface FoundSocket {
  readonly path: string;
  readonly at: number;
  /** Not yet what it is to be called. */
  readonly draft: boolean;
}

const statOf = (path: string): Stats | undefined => {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
};

const namesIn = (folder: string): readonly string[] => {
  const found = statOf(folder);
  // what lies in a folder of somebody else is not ours to speak to
  if (found === undefined || !found.isDirectory() || !isOwn(found)) return [];
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

const isOwn = ({ uid }: Stats): boolean => {
  const own = ownUid();
  return own === undefined || own === 0 || uid === own;
};

/** The sockets of a folder that are ours, newest first. Whether anybody listens is for the caller to find out. */
export const socketsIn = (folder: string): readonly FoundSocket[] =>
  [runFolder(folder), shortFolder(folder)]
    .flatMap((place) =>
      namesIn(place).flatMap((name): FoundSocket[] => {
        const draft = DRAFT.test(name);
        if (!draft && !SOCKET.test(name)) return [];
        const path = join(place, name);
        const found = statOf(path);
        return found !== undefined && found.isSocket() && isOwn(found)
          ? [{ path, at: found.mtimeMs, draft }]
          : [];
      }),
    )
    .toSorted((a, b) => b.at - a.at);

const PATIENCE_MS = 2000;

/** A connection to a socket, or why there is none: `dead` where nobody will ever listen at it again. */
export type Reached = { readonly socket: Socket } | { readonly dead: boolean };

export const reach = (path: string): Promise<Reached> =>
  new Promise((done) => {
    const socket = connect({ path, allowHalfOpen: true });
    const patience = setTimeout(() => finish({ dead: false }), PATIENCE_MS);
    const finish = (reached: Reached): void => {
      clearTimeout(patience);
      socket.removeAllListeners('error');
      if (!('socket' in reached)) {
        socket.on('error', () => {});
        socket.destroy();
      }
      done(reached);
    };
    socket.once('connect', () => finish({ socket }));
    socket.once('error', (error) => finish({ dead: codeOf(error) === 'ECONNREFUSED' }));
  });
