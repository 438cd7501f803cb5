import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';

const LIMIT_MS = 120_000;

/** Shells that may still start. */
let free = availableParallelism();
const queue: (() => void)[] = [];

const takeTurn = (): Promise<void> =>
  new Promise((start) => {
    if (free === 0) return void queue.push(start);
    free -= 1;
    start();
  });

const giveTurn = (): void => {
  const next = queue.shift();
  if (next === undefined) free += 1;
  else next();
};

export interface ShellResult {
  /** With the colours of a terminal. */
  readonly output: string;
  readonly errors: string;
  readonly code: number;
}

const startShell = (
  commands: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<ShellResult> =>
  new Promise((resolve) => {
    const child = execFile(
      'bash',
      ['-c', `set -eo pipefail\n${commands}`],
      { cwd, env, encoding: 'utf8', timeout: LIMIT_MS, maxBuffer: 64 * 1_048_576 },
      (error, output, errors) =>
        resolve({ output, errors, code: typeof error?.code === 'number' ? error.code : error ? -1 : 0 }),
    );
    child.stdin?.end();
  });

/** Runs commands in a shell that ends with the first one that fails, a few shells at a time. Nothing is typed. */
export const runShell = async (
  commands: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<ShellResult> => {
  await takeTurn();
  try {
    return await startShell(commands, cwd, env);
  } finally {
    giveTurn();
  }
};
