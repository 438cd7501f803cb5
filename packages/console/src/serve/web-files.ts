import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import { consoleErrors } from '@callgate/messages/errors/console';

/** Seen from the sources, from what was built, and from the bundle of the command line. */
const PLACES = ['../web', '../../dist/web'];

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

export interface WebFile {
  readonly bytes: Uint8Array;
  readonly type: string;
  /** Its name changes with what is in it. */
  readonly immutable: boolean;
}

/** The built page by path, read once. Nothing outside its folder can be asked for. */
export type WebFiles = ReadonlyMap<string, WebFile>;

const folderOf = (wanted: string | undefined): string => {
  const folders = wanted === undefined ? PLACES.map((place) => join(import.meta.dirname, place)) : [wanted];
  const found = folders.find((folder) => existsSync(join(folder, 'index.html')));
  if (found !== undefined) return found;
  throw new CallgateError(consoleErrors.notBuilt({ folder: display(folders.at(-1) ?? '') }));
};

export const readWebFiles = (wanted?: string): WebFiles => {
  const folder = folderOf(wanted);
  const files = new Map<string, WebFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const path = join(entry.parentPath, entry.name);
    const url = path.slice(folder.length).replaceAll('\\', '/');
    files.set(url, { bytes: readFileSync(path), type, immutable: url.startsWith('/assets/') });
  }
  return files;
};
