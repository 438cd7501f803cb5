import type { Json, JsonObject, TracedTool } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import { classifyFileArgument, findWrittenPaths, isContentArgument } from '@callgate/core/decide';

const MAX_PATH = 1024;
const MAX_PATHS = 50;
/** A home or a folder of the system holds far more than a person means by "this folder". */
const MIN_DEPTH = 3;

/** What a server or a file system may expand, decode, fold or ignore: such a path is compared with nothing. */
const UNSAFE = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\\:*?"<>|[\]{}%$~`,;&]/u;

/** A path as it is written, in its names. Nothing is resolved. */
interface PlainPath {
  readonly isAbsolute: boolean;
  readonly names: readonly string[];
}

/** Dots and spaces around a name are none on some platforms. */
const isPlainName = (name: string): boolean =>
  name !== '' && name !== '.' && name !== '..' && !/^[\s@-]|[\s.]$/u.test(name);

/** Undefined where the text might mean another path than it spells. */
const parsePlainPath = (text: string): PlainPath | undefined => {
  if (text.length > MAX_PATH || UNSAFE.test(text) || text.normalize('NFKC') !== text) return undefined;
  const isAbsolute = text.startsWith('/');
  const names = (isAbsolute ? text.slice(1) : text).replace(/\/$/, '').split('/');
  return names.every(isPlainName) ? { isAbsolute, names } : undefined;
};

interface NamedPath extends PlainPath {
  /** How many of its names are folders: the last one of a file is not. */
  readonly folders: number;
}

/** An empty list of files may mean all of them. */
const hasEmptyFileArgument = (value: Json, isFile: boolean): boolean => {
  if (Array.isArray(value))
    return (isFile && value.length === 0) || value.some((item: Json) => hasEmptyFileArgument(item, isFile));
  if (!isJsonObject(value)) return isFile && (value === null || value === '');
  const entries = Object.entries(value);
  return (
    (isFile && entries.length === 0) ||
    entries.some(([key, each]) => hasEmptyFileArgument(each, classifyFileArgument(key) !== undefined))
  );
};

/**
 * Every path that a call names; undefined where one is not plain, or where anything else than paths and content decides
 * what the call does: then no folder says how far it reaches.
 */
const listPaths = ({ places }: TracedTool, args: JsonObject): readonly NamedPath[] | undefined => {
  const values = places.valuesOf(args);
  if (values === undefined || hasEmptyFileArgument(args, false)) return undefined;
  // a patch names the files that it changes
  if (findWrittenPaths(args)?.patches.length !== 0) return undefined;
  const paths: NamedPath[] = [];
  const isDeclared = places.declarationTest(args);
  for (const { path, role, value, name } of values) {
    if (!isDeclared(path)) return undefined;
    const kind = classifyFileArgument(name);
    // a pattern, a query or an attachment decides which files are meant, whatever its role
    if (kind === undefined && isContentArgument(name)) continue;
    const isFolder = kind === 'folder';
    if (role === 'code' || (kind !== 'path' && kind !== 'target' && !isFolder)) return undefined;
    const plain = typeof value === 'string' ? parsePlainPath(value) : undefined;
    if (plain === undefined) return undefined;
    paths.push({ ...plain, folders: plain.names.length - (isFolder ? 0 : 1) });
  }
  return paths.length === 0 || paths.length > MAX_PATHS ? undefined : paths;
};

const startsWith = (names: readonly string[], start: readonly string[]): boolean =>
  start.every((name, at) => names[at] === name);

const formatFolder = ({ isAbsolute, names }: PlainPath): string =>
  `${isAbsolute ? '/' : ''}${names.join('/')}`;

/** Names that begin with a dot are settings, hooks and keys more often than work. */
const isHidden = (name: string): boolean => name.startsWith('.');

/** A path that is not absolute means another folder wherever the server is started. */
const isNarrowEnough = ({ isAbsolute, names }: PlainPath): boolean =>
  isAbsolute && names.length >= MIN_DEPTH && !names.some(isHidden);

const isBelow = (folder: PlainPath, { isAbsolute, names, folders }: NamedPath): boolean =>
  isAbsolute === folder.isAbsolute &&
  folders >= folder.names.length &&
  startsWith(names, folder.names) &&
  !names.slice(folder.names.length).some(isHidden);

/** The deepest folder that holds every path of a call; undefined where no folder says how far the call reaches. */
export const findCallFolder = (tool: TracedTool, args: JsonObject): string | undefined => {
  const paths = listPaths(tool, args);
  const [first, ...others] = paths ?? [];
  if (first === undefined) return undefined;
  let names = first.names.slice(0, first.folders);
  for (const other of others) {
    const shared = names.findIndex((name, at) => at >= other.folders || other.names[at] !== name);
    if (shared !== -1) names = names.slice(0, shared);
  }
  const folder: PlainPath = { isAbsolute: first.isAbsolute, names };
  return isNarrowEnough(folder) && paths?.every((path) => isBelow(folder, path)) === true
    ? formatFolder(folder)
    : undefined;
};

/** Whether every path of a call is in a folder or below it, as the paths are spelled. Links are not looked at. */
export const isCallInFolder = (tool: TracedTool, args: JsonObject, folder: string): boolean => {
  const plain = parsePlainPath(folder);
  if (plain === undefined || !isNarrowEnough(plain)) return false;
  return listPaths(tool, args)?.every((path) => isBelow(plain, path)) === true;
};
