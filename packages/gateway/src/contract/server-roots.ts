import { homedir } from 'node:os';
import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StdioEndpoint } from '../dispatch/start-server.ts';

/** Names of variables by which servers are told where their data is. */
const NAMES_A_PLACE = /_(?:path|file|dir|directory|folder|root|db|database|home|storage|vault)$/i;
const OF_OTHER_PROGRAMS =
  /^(?:npm|xdg|ld|dyld|node|nvm|python|virtual|conda|git|ssh|gpg|dbus|java|go|cargo|rustup|volta|fnm|pnpm|bun|android|vscode|claude|cursor|codex|callgate|gtk|qt|windowpath|oldpwd)/i;

const real = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
};

const isWithin = (path: string, folder: string): boolean => {
  const way = relative(folder, path);
  return way === '' || (!way.startsWith('..') && !isAbsolute(way));
};

/** `--db=/x`, `file:///x`, `sqlite:////x` and `/x` alike. */
const pathIn = (text: string, folder: string): string | undefined => {
  const value = /^--?[\w-]+=(.+)$/s.exec(text)?.[1] ?? text;
  if (value.includes('\0') || value === '' || value.startsWith('-')) return undefined;
  if (value.startsWith('file://')) {
    try {
      return fileURLToPath(value);
    } catch {
      return undefined;
    }
  }
  const database = /^sqlite3?:\/\/\/(.+)$/.exec(value)?.[1];
  if (database !== undefined) return resolve(folder, database);
  if (/^[a-z][a-z0-9+.-]*:/i.test(value)) return undefined;
  return isAbsolute(value) || /^\.{0,2}[\\/]/.test(value) || existsSync(resolve(folder, value))
    ? resolve(folder, value)
    : undefined;
};

/** A folder, or the folder of a file: what writes a file writes others beside it. */
const folderOf = (path: string): string | undefined => {
  try {
    return statSync(path).isDirectory() ? path : dirname(path);
  } catch {
    const folder = dirname(path);
    return existsSync(folder) ? folder : undefined;
  }
};

export interface RootsOptions {
  readonly home?: string;
  /** Where the program itself is, if it was looked up. */
  readonly program?: string | undefined;
}

/**
 * The folders a server works on, where the operator names none: those that its arguments and its own variables name,
 * the one it runs in and the one it was installed in. Never the home folder as a whole, unless an argument names it, and
 * never what a link in the home folder leads to.
 */
export const findServerRoots = (
  { args, env, cwd, clientFolder }: StdioEndpoint,
  { home = homedir(), program }: RootsOptions = {},
): readonly string[] => {
  const folder = cwd ?? clientFolder ?? process.cwd();
  const named = args.flatMap((arg) => pathIn(arg, folder) ?? []);
  const told = Object.entries(env)
    .filter(([name]) => NAMES_A_PLACE.test(name) && !OF_OTHER_PROGRAMS.test(name))
    .flatMap(([, value]) => (isAbsolute(value) ? [value] : []));
  const own = real(home);
  const isTooWide = (path: string): boolean => isWithin(own, path);
  // a server may have made a link in the home folder, to a place that it must not have
  const isLinked = (path: string): boolean =>
    (isWithin(path, home) || isWithin(path, own)) &&
    real(path) !== resolve(own, relative(isWithin(path, home) ? home : own, path));
  const folders = [
    ...named.filter((path) => existsSync(path) && statSync(path).isDirectory() && !isLinked(path)).map(real),
    ...[folder, ...named, ...told, ...(program === undefined ? [] : [program])]
      .flatMap((path) => folderOf(path) ?? [])
      .filter((path) => !isLinked(path))
      .map(real)
      .filter((path) => !isTooWide(path)),
  ];
  const distinct = [...new Set(folders)].filter((path) => path !== '/');
  return distinct.filter((path) => !distinct.some((other) => other !== path && isWithin(path, other)));
};
