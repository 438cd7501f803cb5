import { hash, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonical } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import { z } from 'zod';
import { ensurePrivateFolder } from './ensure-private-folder.ts';

/**
 * Links that the command line makes for a console that runs elsewhere. A link is a file in a folder that only this
 * user enters, named by the digest of its code: who can write it could do everything else here too, and who
 * reads it cannot sign in by it.
 */
const LINK_MS = 10 * 60_000;

const linkSchema = z.strictObject({
  console: z.string(),
  subject: z.string().min(1).max(256),
  endsAt: z.number(),
});

const folderOf = (run: string): string => join(ensurePrivateFolder(run), 'console-links');

const removeOld = (folder: string, now: number): void => {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined && now - found.mtimeMs > 2 * LINK_MS) rmSync(path, { force: true });
  }
};

/** Makes a code that signs a user in at one console, once. */
export const createConsoleLink = (run: string, consoleId: string, subject: string, now: number): string => {
  const folder = ensurePrivateFolder(folderOf(run));
  removeOld(folder, now);
  const code = randomBytes(32).toString('base64url');
  const text = canonical({ console: consoleId, subject, endsAt: now + LINK_MS });
  writeFileSync(join(folder, hash('sha256', code)), text, { mode: 0o600, flag: 'wx' });
  return code;
};

/** Whom a code is for. Of any number who try, one gets it, and it is over for all. */
export const redeemConsoleLink = (
  run: string,
  consoleId: string,
  code: string,
  now: number,
): string | undefined => {
  const folder = folderOf(run);
  const taken = join(folder, `taken-${randomUUID()}`);
  try {
    renameSync(join(folder, hash('sha256', code)), taken);
  } catch {
    return undefined;
  }
  try {
    const link = linkSchema.safeParse(parseStrict(readFileSync(taken))).data;
    return link !== undefined && link.console === consoleId && now < link.endsAt ? link.subject : undefined;
  } catch {
    return undefined;
  } finally {
    rmSync(taken, { force: true });
  }
};
