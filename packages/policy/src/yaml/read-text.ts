import { readFileSync } from 'node:fs';

/** The text of a file, without a byte order mark. Throws where it cannot be read or is not UTF-8. */
export const readText = (path: string): string =>
  new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path));
