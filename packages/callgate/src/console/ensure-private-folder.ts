import { lstatSync, mkdirSync } from 'node:fs';
import { CallgateError, display } from '@callgate/core';
import { homeErrors } from '@callgate/messages/errors/home';

/** A folder that nobody but its owner enters, and the owner is who uses it. */
export const ensurePrivateFolder = (path: string): string => {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(path);
  const own = process.getuid?.();
  if (own === undefined || (uid === own && (mode & 0o077) === 0 && lstatSync(path).isDirectory()))
    return path;
  throw new CallgateError(homeErrors.consoleFolder({ path: display(path) }));
};
