import { accessSync, constants, existsSync, statSync, statfsSync } from 'node:fs';
import { CallgateError, display } from '@callgate/core';
import { doctorMessages } from '@callgate/messages/cli/doctor';
import { refuseWritableHome } from '../home/refuse-writable-home.ts';
import type { DoctorCheck, DoctorFinding } from './doctor-check.ts';

const { home: texts } = doctorMessages;

const MEGABYTE = 1_048_576;
const MIN_FREE = 64 * MEGABYTE;

const homeError = (message: string, fix: string): DoctorFinding => ({
  check: 'home',
  severity: 'error',
  message,
  fix,
});

const findWritable = (folder: string): readonly DoctorFinding[] => {
  try {
    refuseWritableHome(folder);
    return [];
  } catch (error) {
    if (!(error instanceof CallgateError)) throw error;
    return [
      homeError(
        texts.writable({ why: error.message }),
        error.help ?? texts.writableFix({ folder: display(folder) }),
      ),
    ];
  }
};

const canWrite = (path: string): boolean => {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
};

/** Files that others can read or change, that the user cannot write, and a full disk. */
export const checkHome: DoctorCheck = async ({ home, machine }) => {
  await Promise.resolve();
  const { folder, keys, database } = home;
  if (!existsSync(folder)) return [];
  const secrets = [keys, database].filter((path) => existsSync(path));
  const isReadable = (path: string): boolean =>
    machine.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0;
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  return [
    ...findWritable(folder),
    ...[folder, ...secrets]
      .filter((path) => !canWrite(path))
      .map((path) =>
        homeError(texts.unwritable({ path: display(path) }), texts.unwritableFix({ path: display(path) })),
      ),
    ...(free < MIN_FREE
      ? [
          homeError(
            texts.full({ folder: display(folder), megabytes: Math.floor(free / MEGABYTE) }),
            texts.fullFix,
          ),
        ]
      : []),
    ...secrets
      .filter(isReadable)
      .map((path) =>
        homeError(texts.readable({ path: display(path) }), texts.readableFix({ path: display(path) })),
      ),
  ];
};
