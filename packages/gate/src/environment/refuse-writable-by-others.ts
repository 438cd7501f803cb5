import type { Stats } from 'node:fs';
import { accessSync, constants, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import { fileErrors } from '@callgate/messages/errors/file';

/** Whose files count as this process's own. */
export interface FileOwner {
  readonly uid: number;
  /** The owner of files that come from outside a container, where the operator names one. */
  readonly trusted: number | null;
  /** Where users and groups are written; those of this system if absent. */
  readonly accounts?: { readonly users: string; readonly groups: string };
}

const ROOT = 0;
const SYSTEM = { users: '/etc/passwd', groups: '/etc/group' };
const GROUP_WRITES = 0o020;
const OTHERS_WRITE = 0o002;
const STICKY = 0o1000;

const TRUST_OWNER = 'CALLGATE_TRUST_OWNER';

/** Null on systems without owners and modes: nothing is checked there. */
const thisProcess = (): FileOwner | null => {
  if (process.getuid === undefined) return null;
  const named = process.env[TRUST_OWNER] ?? '';
  return { uid: process.getuid(), trusted: /^\d{1,10}$/.test(named) ? Number(named) : null };
};

const fieldsOf = (path: string): readonly (readonly string[])[] => {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .map((line) => line.split(':'));
  } catch {
    return [];
  }
};

/** Whether the owner is alone in a group, as with most Linux users, whose files others in it may write. */
const isPrivateGroup = (gid: number, { uid, accounts = SYSTEM }: FileOwner): boolean => {
  const users = fieldsOf(accounts.users);
  const name = users.find(([, , id]) => id === String(uid))?.[0];
  const members = fieldsOf(accounts.groups).find(([, , id]) => id === String(gid))?.[3];
  if (name === undefined || members === undefined) return false;
  const inIt = members.split(',').filter((member) => member !== '');
  const mainly = users.filter(([, , , group]) => group === String(gid)).map(([user = '']) => user);
  return [...inIt, ...mainly].every((user) => user === name || user === 'root');
};

const othersWrite = ({ mode, gid }: Stats, owner: FileOwner): boolean =>
  (mode & OTHERS_WRITE) !== 0 || ((mode & GROUP_WRITES) !== 0 && !isPrivateGroup(gid, owner));

/** Modes mean nothing where nobody can write, as in the volumes that clusters mount. */
const isReadOnly = (path: string): boolean => {
  try {
    accessSync(path, constants.W_OK);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EROFS';
  }
};

const modeText = ({ mode }: Stats): string => (mode & 0o777).toString(8).padStart(3, '0');

const problemOf = (path: string, isFolder: boolean, owner: FileOwner): CallgateError | undefined => {
  const stats = statSync(path);
  const shown = display(path, { max: 400 });
  const isWritten = othersWrite(stats, owner) && !(isFolder && (stats.mode & STICKY) !== 0);
  if (isWritten && !isReadOnly(path))
    return new CallgateError(fileErrors.writableByOthers({ path: shown, isFolder, mode: modeText(stats) }));
  const isOwn = [ROOT, owner.uid, owner.trusted].includes(stats.uid);
  if (isOwn || isReadOnly(path)) return undefined;
  return new CallgateError(
    fileErrors.ofAnotherUser({ path: shown, isFolder, uid: stats.uid, variable: TRUST_OWNER }),
  );
};

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

/** Why a file cannot be relied on: another user can write it, or put another in its place. Nothing where there is no file. */
export const findOtherWriter = (
  path: string,
  owner: FileOwner | null = thisProcess(),
): CallgateError | undefined => {
  if (owner === null) return undefined;
  const given = resolve(path);
  let real: string;
  try {
    real = realpathSync(given);
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
  const isFolder = statSync(real).isDirectory();
  // a user who replaces the folder owns the new one
  const folders = isFolder ? [] : [...new Set([dirname(given), dirname(real)])];
  return (
    problemOf(real, isFolder, owner) ??
    folders.map((folder) => problemOf(folder, true, owner)).find((problem) => problem !== undefined)
  );
};

/** Throws where another user can change what is read from a file. On Windows nothing is checked. */
export const refuseWritableByOthers = (path: string): void => {
  const problem = findOtherWriter(path);
  if (problem !== undefined) throw problem;
};
