import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, normalize } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import { sandboxErrors } from '@callgate/messages/errors/sandbox';
import type { ExistingPath } from './existing-path.ts';
import { existingPath, existingPaths } from './existing-path.ts';
import { isInside } from './is-inside.ts';
import type { SandboxRequest } from './sandbox.ts';
import { secretPlaces } from './secret-places.ts';

/** The places of a request as they are on this machine: absolute, without links, existing. */
export interface SandboxPaths {
  readonly cwd: string;
  readonly roots: readonly string[];
  /** Homes that no root contains. */
  readonly homes: readonly string[];
  readonly secrets: readonly ExistingPath[];
  /** What the command line names. */
  readonly named: readonly string[];
  readonly temporary: readonly string[];
}

/** Not every user of a container has one. */
const ownHome = (): string | undefined => {
  try {
    return homedir();
  } catch {
    return undefined;
  }
};

/** Root reads what belongs to others. */
const otherHomes = async (): Promise<readonly string[]> => {
  if (process.getuid?.() !== 0) return [];
  const users = await readdir('/home').catch(() => []);
  return ['/root', ...users.map((user) => join('/home', user))];
};

const TEMPORARY = ['/tmp', '/var/tmp', '/run', '/dev/shm'];

const normalizeFolder = (path: string): string => normalize(path).replace(/(?<=.)\/$/u, '');

const readRoot = async (root: string, hidden: readonly ExistingPath[]): Promise<string> => {
  const found = isAbsolute(root) ? await existingPath(root) : undefined;
  const isRefused =
    found === undefined ||
    !found.isFolder ||
    found.path === '/' ||
    // another server can make a link of a folder inside one that it may write to
    found.path !== normalizeFolder(root) ||
    hidden.some(({ path }) => isInside(found.path, path));
  if (isRefused) throw new CallgateError(sandboxErrors.folder({ folder: display(root, { max: 200 }) }));
  return found.path;
};

/** Throws for a root that does not exist, is the whole disk or behind a link, or is inside what the request hides. */
export const resolveSandboxPaths = async ({
  command,
  args,
  cwd = process.cwd(),
  env,
  roots,
  hidden,
}: SandboxRequest): Promise<SandboxPaths> => {
  const homes = [ownHome() ?? '', env['HOME'] ?? ''].filter((path) => isAbsolute(path));
  const hiddenPaths = await existingPaths(hidden);
  const realRoots = [...new Set(await Promise.all(roots.map(async (root) => readRoot(root, hiddenPaths))))];
  const outermost = realRoots.filter(
    (root) => !realRoots.some((other) => other !== root && isInside(root, other)),
  );
  const realHomes = await existingPaths(homes);
  const named = await existingPaths([cwd, command, ...args].filter((path) => isAbsolute(path)));
  const temporary = await existingPaths([
    ...TEMPORARY,
    ...(env['TMPDIR'] !== undefined && isAbsolute(env['TMPDIR']) ? [env['TMPDIR']] : []),
  ]);
  return {
    cwd,
    roots: outermost,
    homes: realHomes
      .filter(({ path, isFolder }) => isFolder && path !== '/')
      .map(({ path }) => path)
      .filter((home) => !realRoots.some((root) => isInside(home, root))),
    secrets: await existingPaths([...hidden, ...secretPlaces([...homes, ...(await otherHomes())])]),
    named: named.map(({ path }) => path),
    temporary: temporary.filter(({ isFolder }) => isFolder).map(({ path }) => path),
  };
};
