import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

const READY_MS = 30_000;
const ATTEMPT_MS = 5000;

export type BenchProcess = ChildProcessByStdio<Writable, Readable, null> & { readonly pid: number };

const running = new Set<number>();

const killGroup = (pid: number): void => {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // it has ended
  }
};

process.once('exit', () => {
  for (const pid of running) killGroup(pid);
});
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

/** Starts a command in a process group of its own, which ends with the bench. What it says on stderr is dropped. */
export const startChild = (
  [command = '', ...args]: readonly string[],
  env: Readonly<Record<string, string>> = {},
): BenchProcess => {
  const child = spawn(command, args, {
    stdio: ['pipe', 'pipe', process.env['CALLGATE_BENCH_STDERR'] === '1' ? 'inherit' : 'ignore'],
    env: { ...process.env, ...env },
    detached: true,
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${command} does not start`);
  running.add(pid);
  child.stdin.on('error', () => {});
  child.once('exit', (code, signal) => {
    // whoever waits for its answers would wait for ever
    if (running.has(pid)) throw new Error(`${command} ${args.join(' ')} ended with ${code ?? signal}`);
  });
  return Object.assign(child, { pid });
};

/** Ends a child and all that it started. */
export const stopChild = async (child: BenchProcess): Promise<void> => {
  running.delete(child.pid);
  const ended =
    child.exitCode !== null || child.signalCode !== null
      ? undefined
      : new Promise((resolve) => child.once('exit', resolve));
  try {
    process.kill(-child.pid, 'SIGTERM');
  } catch {
    // it has ended
  }
  await Promise.race([ended, sleep(2000)]);
  killGroup(child.pid);
};

/** The first line that a child writes, which says where it listens. */
export const firstLine = (child: BenchProcess): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
    });
  });

/** A port that was free a moment ago. */
export const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

const inTime = async <T>(work: Promise<T>): Promise<T> => {
  const leaving = new AbortController();
  const late = async (): Promise<never> => {
    await sleep(ATTEMPT_MS, undefined, { signal: leaving.signal });
    throw new Error(`no answer within ${ATTEMPT_MS} ms`);
  };
  try {
    return await Promise.race([work, late()]);
  } finally {
    leaving.abort();
  }
};

/** Tries until it works. */
export const retryUntilSuccess = async <T>(attempt: () => Promise<T>): Promise<T> => {
  const until = performance.now() + READY_MS;
  for (;;) {
    try {
      return await inTime(attempt());
    } catch (error) {
      if (performance.now() > until) throw error;
      await sleep(100);
    }
  }
};
