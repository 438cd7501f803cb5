import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { frameworksHome } from './frameworks-home.ts';

/** Runs a program of the frameworks' folder in a process of its own; what it prints. */
export const runProgram = async (path: string): Promise<string> => {
  const file = join(await frameworksHome(), path);
  const { stdout } = await promisify(execFile)(process.execPath, ['--conditions=@callgate/source', file]);
  return stdout;
};
