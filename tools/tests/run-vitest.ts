import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../list-pages.ts';
import { endMarked } from './marked-processes.ts';
import type { RunEvent } from './running-files.ts';
import { RunningFiles } from './running-files.ts';

/** Nothing of the usual form takes nearly as long, not even on a machine that is busy with other things. */
const FILE_LIMIT_MS = 10 * 60_000;
/** Between two files nothing takes long: a worker that does not start, or a run that does not end. */
const IDLE_LIMIT_MS = 3 * 60_000;
const LOOK_MS = 1000;

/** Every process of a run inherits it, also those whose parents have ended. */
const MARK = 'CALLGATE_TEST_RUN';

export interface VitestRunOptions {
  readonly quiet?: boolean;
  readonly fileMs?: number;
  readonly idleMs?: number;
}

export interface VitestRunResult {
  readonly passed: readonly string[];
  readonly failed: readonly string[];
  /** Those that ran, or were still to run, when the run ended. */
  readonly unfinished: readonly string[];
  /** Errors that belong to no file. */
  readonly errors: readonly string[];
  /** The files that ran when the run was ended because it was held up. */
  readonly heldUp: readonly string[] | null;
  readonly code: number;
  readonly durations: ReadonlyMap<string, number>;
  /** Processor time in milliseconds, where it was measured. */
  readonly processorTimes: ReadonlyMap<string, number>;
}

const endGroup = (child: ChildProcess): void => {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // it ended meanwhile
  }
  endMarked(MARK, String(process.pid));
};

const STOPS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs Vitest once. It ends whatever the tests do: a file that takes too long ends the run, and is named. */
export const runVitest = (
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  { quiet = false, fileMs = FILE_LIMIT_MS, idleMs = IDLE_LIMIT_MS }: VitestRunOptions = {},
): Promise<VitestRunResult> => {
  const child = spawn(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env, [MARK]: String(process.pid) },
    stdio: quiet ? ['ignore', 'ignore', 'ignore', 'ipc'] : ['ignore', 'inherit', 'inherit', 'ipc'],
    // a group of its own, which can be ended as a whole
    detached: true,
  });
  const running = new RunningFiles();
  const durations = new Map<string, number>();
  const processorTimes = new Map<string, number>();
  const open = new Set<string>();
  const failed = new Set<string>();
  const errors: string[] = [];
  let heardAt = performance.now();
  let heldUp: readonly string[] | null = null;
  const stop = (signal: NodeJS.Signals): void => {
    process.stderr.write(`\nstopped by ${signal} while these ran:\n${running.list()}\n`);
    endGroup(child);
    process.exit(143);
  };
  for (const signal of STOPS) process.once(signal, stop);
  child.on('message', (event: RunEvent) => {
    heardAt = performance.now();
    running.hear(event);
    if (event.is === 'files') for (const file of event.files) open.add(file);
    else if (event.is === 'end') {
      open.delete(event.file);
      durations.set(event.file, event.ms);
      if (event.cpuMs !== undefined) processorTimes.set(event.file, event.cpuMs);
      if (event.failed) failed.add(event.file);
    } else if (event.is === 'error') {
      if (event.file === null) errors.push(event.message);
      else failed.add(event.file);
    }
  });
  const look = setInterval(() => {
    const long = running.files(fileMs);
    const isIdle = running.files().length === 0 && performance.now() - heardAt >= idleMs;
    if (heldUp !== null || (long.length === 0 && !isIdle)) return;
    heldUp = running.files();
    const what = isIdle ? `nothing, for ${Math.round(idleMs / 1000)} s` : long.join(', ');
    if (!quiet)
      process.stderr.write(`\nended, because it was held up by ${what}. These ran:\n${running.list()}\n`);
    endGroup(child);
  }, LOOK_MS);
  return new Promise((resolve) => {
    child.once('close', (code) => {
      clearInterval(look);
      endGroup(child);
      for (const signal of STOPS) process.off(signal, stop);
      const all = new Set([...durations.keys(), ...open, ...failed]);
      const unfinished = new Set([...open].filter((file) => !failed.has(file)));
      resolve({
        passed: [...all].filter((file) => !failed.has(file) && !unfinished.has(file)),
        failed: [...failed],
        unfinished: [...unfinished],
        errors,
        heldUp,
        code: code ?? 1,
        durations,
        processorTimes,
      });
    });
  });
};
