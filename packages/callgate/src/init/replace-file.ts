import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import { clientFileErrors } from '@callgate/messages/errors/client-file';
import { clientServerMessages } from '@callgate/messages/cli/client-servers';

const quietly = (act: () => void): void => {
  try {
    act();
  } catch {
    // what is gone already, or not ours to set, changes nothing for the reader
  }
};

const unwritableFileError = (error: unknown): CallgateError => {
  const why = error instanceof Error ? display(error.message, { max: 200 }) : clientServerMessages.whyUnknown;
  return new CallgateError(clientFileErrors.unwritable({ why }), { cause: error });
};

const refuseChanged = (target: string, expected: Uint8Array): void => {
  if (Buffer.compare(readFileSync(target), expected) === 0) return;
  throw new CallgateError(clientFileErrors.changed());
};

/** Writes a file that was not there, for its owner alone. */
export const writeNewFile = (path: string, content: Uint8Array): void => {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeFileSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};

const fillTemporary = (path: string, target: string, content: Uint8Array): void => {
  const { mode, uid, gid } = statSync(target);
  const file = openSync(path, 'wx', 0o600);
  try {
    writeFileSync(file, content);
    quietly(() => fchownSync(file, uid, gid));
    fchmodSync(file, mode & 0o7777);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
};

/**
 * Puts other content into a file, all of it or nothing: who reads meanwhile sees the old or the new. Owner and mode
 * stay. Refuses where the file no longer holds what is `expected`.
 */
export const replaceFile = (target: string, expected: Uint8Array, content: Uint8Array): void => {
  const temporary = join(dirname(target), `.${basename(target)}.callgate-${process.pid}.tmp`);
  try {
    accessSync(target, constants.W_OK);
    fillTemporary(temporary, target, content);
    refuseChanged(target, expected);
    renameSync(temporary, target);
  } catch (error) {
    quietly(() => unlinkSync(temporary));
    throw error instanceof CallgateError ? error : unwritableFileError(error);
  }
};

/** Keeps a copy beside, then replaces the file. Leaves no copy where nothing was replaced. */
export const replaceWithBackup = (
  target: string,
  expected: Uint8Array,
  content: Uint8Array,
  backup: string,
): void => {
  try {
    writeNewFile(backup, expected);
  } catch (error) {
    throw unwritableFileError(error);
  }
  try {
    replaceFile(target, expected, content);
  } catch (error) {
    quietly(() => unlinkSync(backup));
    throw error;
  }
};
