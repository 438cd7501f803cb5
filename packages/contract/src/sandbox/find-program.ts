import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

// some accounts have no folder of system programs in their path
const SYSTEM = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];

/** Where a program of this machine is; undefined where it is not. */
export const findProgram = (
  name: string,
  path: string | undefined = process.env['PATH'],
): string | undefined =>
  [...(path ?? '').split(delimiter), ...SYSTEM]
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
