import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, normalize } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import { sandboxErrors } from '@callgate/messages/errors/sandbox';
import type { ExistingPath } from './existing-path.ts';
import { existingPath, existingPaths } from './existing-path.ts';
import { isInside } from './is-inside.ts';
import { reserveSecretPlaces } from './reserve-secret-places.ts';
import type { SandboxRequest } from './sandbox.ts';
import { secretPlaces } from './secret-places.ts';

/** The places of a request as they are on this machine: absolute, without links, existing. */
export interface SandboxPaths {
  readonly cwd: string;
  readonly roots: readonly string[];
  /** Homes that no root contains. */
  readonly homes: readonly string[];
  readonly secrets: readonly ExistingPath[];
  /** Places of secrets that are links, and links on the way to them: they themselves cannot be covered. */
  readonly links: readonly string[];
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
const otherHomes = (): readonly string[] => {
  if (process.getuid?.() !== 0) return [];
  try {
    return ['/root', ...readdirSync('/home').map((user) => join('/home', user))];
  } catch {
    return ['/root'];
  }
};

/** Where secrets are or would be: what is hidden, and the usual places of these homes. */
export const listSecretPlaces = ({
  env,
  hidden,
}: Pick<SandboxRequest, 'env' | 'hidden'>): readonly string[] => {
  const homes = [ownHome() ?? '', env['HOME'] ?? ''].filter((path) => isAbsolute(path));
  const real = existingPaths(homes).map(({ path }) => path);
  return [...hidden, ...secretPlaces([...new Set([...homes, ...real, ...otherHomes()])])];
};

/** Links on the way to places, and places that are links, where they are themselves. */
const linksOnTheWay = (places: readonly string[]): readonly string[] => {
  const found = new Map<string, string | undefined>();
  const look = (path: string): void => {
    if (found.has(path) || path === dirname(path)) return;
    look(dirname(path));
    try {
      const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
      found.set(path, isLink ? join(realpathSync(dirname(path)), basename(path)) : undefined);
    } catch {
      found.set(path, undefined);
    }
  };
  for (const place of places) look(place);
  return [...new Set([...found.values()].filter((link) => link !== undefined))];
};

const TEMPORARY = ['/tmp', '/var/tmp', '/run', '/dev/shm'];

const normalizeFolder = (path: string): string => normalize(path).replace(/(?<=.)\/$/u, '');

const readRoot = (root: string, hidden: readonly ExistingPath[]): string => {
  const found = isAbsolute(root) ? existingPath(root) : undefined;
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
export const resolveSandboxPaths = ({
  command,
  args,
  cwd = process.cwd(),
  env,
  roots,
  hidden,
  class: { writes },
  preview = false,
}: SandboxRequest): SandboxPaths => {
  const homes = [ownHome() ?? '', env['HOME'] ?? ''].filter((path) => isAbsolute(path));
  const hiddenPaths = existingPaths(hidden);
  const realRoots = [...new Set(roots.map((root) => readRoot(root, hiddenPaths)))];
  const outermost = realRoots.filter(
    (root) => !realRoots.some((other) => other !== root && isInside(root, other)),
  );
  const realHomes = existingPaths(homes);
  // a preview shows what it makes
  if (writes && !preview)
    reserveSecretPlaces(
      realHomes.map(({ path }) => path).filter((home) => outermost.some((root) => isInside(home, root))),
    );
  const places = [...hidden, ...secretPlaces([...homes, ...otherHomes()])];
  const named = existingPaths([cwd, command, ...args].filter((path) => isAbsolute(path)));
  const temporary = existingPaths([
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
    secrets: existingPaths(places),
    links: linksOnTheWay(places),
    named: named.map(({ path }) => path),
    temporary: temporary.filter(({ isFolder }) => isFolder).map(({ path }) => path),
  };
};
