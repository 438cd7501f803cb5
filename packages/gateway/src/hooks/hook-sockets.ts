import { createHash } from 'node:crypto';
import type { Stats } from 'node:fs';
import { chmodSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CallgateError, display } from '@callgate/core';

/** What the address of a unix socket holds on every system we run on, without the NUL at its end. */
const LONGEST_PATH = 103;
const INSTANCE = /^[\w-]{1,64}$/;
// the dot keeps it apart from the sockets of the desk, which lie in the same folder
const SOCKET = /^hooks\.[\w-]{1,64}\.sock$/;

const ownUid = (): number | undefined => process.getuid?.();

const hashed = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

const runFolder = (folder: string): string => join(resolve(folder), 'run');

/** Where sockets go whose path would be too long. */
const shortFolder = (folder: string): string =>
  join(tmpdir(), `callgate-${ownUid() ?? 0}-${hashed(runFolder(folder))}`);

const fits = (path: string): boolean => Buffer.byteLength(path) <= LONGEST_PATH;

const refused = (path: string, what: string): CallgateError =>
  new CallgateError('HOOK_SOCKET', `${display(path)} ${what}`, {
    help: 'set CALLGATE_HOME to a folder of your own with a short path',
  });

/** A folder that nobody but its owner enters, and the owner is who uses it. */
const privateFolder = (path: string): void => {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const found = lstatSync(path);
  if (!found.isDirectory()) throw refused(path, 'is not a folder');
  if (ownUid() === undefined) return;
  if (found.uid !== ownUid()) throw refused(path, 'belongs to somebody else');
  if ((found.mode & 0o077) !== 0) chmodSync(path, 0o700);
};

/** Where a process that takes events puts its socket: its folder made ready, and short enough. */
export const hookSocketPath = (folder: string, instance: string): string => {
  if (!INSTANCE.test(instance)) throw refused(instance, 'cannot name a socket');
  const run = runFolder(folder);
  privateFolder(run);
  const usual = join(run, `hooks.${instance}.sock`);
  if (fits(usual)) return usual;
  const short = shortFolder(folder);
  const path = join(short, `hooks.${hashed(instance)}.sock`);
  if (!fits(path)) throw refused(path, 'is too long for a socket');
  privateFolder(short);
  return path;
};

const statOf = (path: string): Stats | undefined => {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
};

const isOwn = ({ uid }: Stats): boolean => {
  const own = ownUid();
  return own === undefined || own === 0 || uid === own;
};

const namesIn = (folder: string): readonly string[] => {
  const found = statOf(folder);
  // what lies in a folder of somebody else is not ours to speak to
  if (found === undefined || !found.isDirectory() || !isOwn(found)) return [];
  return readdirSync(folder);
};

/** The sockets that are ours. Whether anybody listens is for the caller to find out. */
export const hookSockets = (folder: string): readonly string[] =>
  [runFolder(folder), shortFolder(folder)].flatMap((place) =>
    namesIn(place)
      .filter((name) => SOCKET.test(name))
      .map((name) => join(place, name))
      .filter((path) => {
        const found = statOf(path);
        return found !== undefined && found.isSocket() && isOwn(found);
      }),
  );
