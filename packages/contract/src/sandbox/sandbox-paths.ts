import { homedir } from 'node:os';
import { isAbsolute } from 'node:path';
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

const TEMPORARY = ['/tmp', '/var/tmp', '/run', '/dev/shm'];

const readRoot = async (root: string, hidden: readonly ExistingPath[]): Promise<string> => {
  const found = isAbsolute(root) ? await existingPath(root) : undefined;
  const isRefused =
    found === undefined ||
    !found.isFolder ||
    found.path === '/' ||
    hidden.some(({ path }) => isInside(found.path, path));
  if (isRefused) throw new CallgateError(sandboxErrors.folder({ folder: display(root, { max: 200 }) }));
  return found.path;
};

/** Throws for a root that does not exist, is the whole disk, or is inside what the request hides. */
export const resolveSandboxPaths = async (
  { command, args, cwd = process.cwd(), env, roots, hidden }: SandboxRequest,
  userHome: string = homedir(),
): Promise<SandboxPaths> => {
  const homes = [userHome, ...(env['HOME'] === undefined ? [] : [env['HOME']])].filter((path) =>
    isAbsolute(path),
  );
  const hiddenPaths = await existingPaths(hidden);
  const realRoots = [...new Set(await Promise.all(roots.map(async (root) => readRoot(root, hiddenPaths))))];
  const realHomes = await existingPaths(homes);
  const named = await existingPaths([cwd, command, ...args].filter((path) => isAbsolute(path)));
  const temporary = await existingPaths([
    ...TEMPORARY,
    ...(env['TMPDIR'] !== undefined && isAbsolute(env['TMPDIR']) ? [env['TMPDIR']] : []),
  ]);
  return {
    cwd,
    roots: realRoots,
    homes: realHomes
      .filter(({ path, isFolder }) => isFolder && path !== '/')
      .map(({ path }) => path)
      .filter((home) => !realRoots.some((root) => isInside(home, root))),
    secrets: await existingPaths([...hidden, ...secretPlaces(homes)]),
    named: named.map(({ path }) => path),
    temporary: temporary.filter(({ isFolder }) => isFolder).map(({ path }) => path),
  };
};
