import type { ChildProcess, ChildProcessWithoutNullStreams, SpawnOptions } from 'node:child_process';
import { spawn } from 'node:child_process';

type PipedEntry = 'pipe' | 'ignore' | number;

export interface PipedSpawnOptions extends Omit<SpawnOptions, 'stdio'> {
  /** After the first three, which are pipes. */
  readonly more?: readonly PipedEntry[];
}

const hasPipes = (child: ChildProcess): child is ChildProcessWithoutNullStreams =>
  child.stdin !== null && child.stdout !== null && child.stderr !== null;

export const spawnWithPipes = (
  command: string,
  args: readonly string[],
  { more = [], ...options }: PipedSpawnOptions,
): ChildProcessWithoutNullStreams => {
  const child = spawn(command, [...args], {
    ...options,
    shell: false,
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'pipe', ...more],
  });
  if (!hasPipes(child)) throw new Error('a process has no pipes');
  // one that ends early does not read all that is written to it
  child.stdin.on('error', () => undefined);
  return child;
};
