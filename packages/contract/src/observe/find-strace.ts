import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findProgram } from '../sandbox/find-program.ts';

/** strace, if it is installed and may trace. */
export const findStrace = async (): Promise<string | undefined> => {
  const strace = findProgram('strace');
  if (strace === undefined) return undefined;
  try {
    await promisify(execFile)(strace, ['--output=/dev/null', '--follow-forks', '--', 'true'], {
      env: { PATH: '/usr/bin:/bin' },
    });
    return strace;
  } catch {
    return undefined;
  }
};
