import { lstatSync, readFileSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import { clientFileErrors } from '@callgate/messages/errors/client-file';
import { clientServerMessages } from '@callgate/messages/cli/client-servers';
import type { Backup } from './backup.ts';
import { readBackupName } from './backup.ts';
import type { ClientFileLocation } from './clients.ts';

const MAX_BYTES = 64 * 1_048_576;

export interface ClientFile extends ClientFileLocation {
  /** The file itself, links followed. */
  readonly target: string;
  readonly bytes: Uint8Array;
  readonly text: string;
}

/** What is wrong with a file; the others go on. */
export interface FileProblem {
  readonly path: string;
  readonly problem: CallgateError;
}

export interface ClientFiles {
  readonly files: readonly ClientFile[];
  readonly problems: readonly FileProblem[];
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

const names = (folder: string): string[] => {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
};

/** The paths that a path with `*` in it stands for. */
const expand = (path: string): string[] => {
  const [, folder = '', head = '', tail = '', rest = ''] =
    /^(.*?[/\\])([^/\\*]*)\*([^/\\]*)(.*)$/s.exec(path) ?? [];
  if (folder === '') return [path];
  return names(folder)
    .filter((name) => name.startsWith(head) && name.endsWith(tail))
    .flatMap((name) => expand(`${folder}${name}${rest}`));
};

const targetOf = (path: string): string | undefined => {
  try {
    lstatSync(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
  try {
    return realpathSync(path);
  } catch (cause) {
    throw new CallgateError(clientFileErrors.brokenLink(), { cause });
  }
};

const textOf = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new CallgateError(clientFileErrors.notUtf8(), { cause });
  }
};

const readFile = (place: ClientFileLocation, path: string): ClientFile | undefined => {
  const target = targetOf(path);
  if (target === undefined) return undefined;
  const info = statSync(target);
  if (!info.isFile()) throw new CallgateError(clientFileErrors.notAFile());
  if (info.size > MAX_BYTES) throw new CallgateError(clientFileErrors.tooLong());
  const bytes = readFileSync(target);
  return { ...place, path, target, bytes, text: textOf(bytes) };
};

export const toCallgateError = (error: unknown): CallgateError => {
  if (error instanceof CallgateError) return error;
  const why = error instanceof Error ? display(error.message, { max: 200 }) : clientServerMessages.whyUnknown;
  return new CallgateError(clientFileErrors.unreadable({ why }), { cause: error });
};

/** The files that are there, each once. `isAsked` makes one that is missing a problem. */
export const findClientFiles = (places: readonly ClientFileLocation[], isAsked = false): ClientFiles => {
  const files: ClientFile[] = [];
  const problems: FileProblem[] = [];
  for (const place of places)
    for (const path of isAsked ? [place.path] : expand(place.path))
      try {
        const file = readFile(place, path);
        if (file === undefined && isAsked) throw new CallgateError(clientFileErrors.absent());
        const isNew = !files.some((each) => each.client === place.client && each.target === file?.target);
        if (file !== undefined && isNew) files.push(file);
      } catch (error) {
        problems.push({ path, problem: toCallgateError(error) });
      }
  return { files, problems };
};

/** The backups that lie beside a file. What cannot be read is none. */
export const findBackups = (target: string): Backup[] => {
  const folder = dirname(target);
  return names(folder).flatMap((name): Backup[] => {
    const read = readBackupName(basename(target), name);
    if (read === undefined) return [];
    const path = join(folder, name);
    try {
      return lstatSync(path).isFile() ? [{ path, ...read, text: textOf(readFileSync(path)) }] : [];
    } catch {
      return [];
    }
  });
};
