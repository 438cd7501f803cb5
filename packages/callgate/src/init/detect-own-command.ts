import { readFileSync, realpathSync } from 'node:fs';
import { delimiter } from 'node:path';
import { isSea } from 'node:sea';
import { z } from 'zod';
import { buildOwnCommand } from './build-own-command.ts';

const real = (path: string): string | undefined => {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
};

const ownVersion = (): string => {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
};

export const detectOwnCommand = (): string[] =>
  isSea()
    ? [process.execPath]
    : buildOwnCommand({
        platform: process.platform,
        node: process.execPath,
        script: real(process.argv[1] ?? '') ?? 'callgate',
        version: ownVersion(),
        searchPath: (process.env['PATH'] ?? '').split(delimiter),
        real,
      });
