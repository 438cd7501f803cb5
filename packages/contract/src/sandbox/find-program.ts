import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { isInside } from './is-inside.ts';

/** Not the user's path: a server that may write there could put a program in front of the one that holds it. */
const SYSTEM = [
  '/usr/bin',
  '/bin',
  '/usr/sbin',
  '/sbin',
  '/usr/local/bin',
  '/usr/local/sbin',
  '/run/wrappers/bin',
  '/run/current-system/sw/bin',
  '/run/current-system/profile/bin',
];

const isWritable = (path: string): boolean => {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

/** Whether a server that runs as this user could have put it there. For root nothing is out of reach but by place. */
const isOwn = (path: string, user: number | undefined): boolean =>
  user !== 0 &&
  (statSync(path).uid === user || isWritable(path) || (path !== '/' && isOwn(dirname(path), user)));

/** Of other users too: root starts servers there. */
const homes = (): readonly string[] => {
  try {
    return ['/home', '/root', realpathSync(homedir())];
  } catch {
    // not every user has one
    return ['/home', '/root'];
  }
};

/** Some accounts have a folder of the system as their home. */
const isInHome = (path: string): boolean =>
  !SYSTEM.includes(dirname(path)) && homes().some((home) => home !== '/' && isInside(path, home));

/** Where a program of this machine is; undefined where it is not, or where a server could have put it. */
export const findProgram = (name: string, folders: readonly string[] = SYSTEM): string | undefined =>
  folders
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        const real = realpathSync(file);
        return !isInHome(real) && !isOwn(real, process.getuid?.());
      } catch {
        return false;
      }
    });
