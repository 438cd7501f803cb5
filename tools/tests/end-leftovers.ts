import { afterAll, expect } from 'vitest';
import type { MarkedProcess } from './marked-processes.ts';
import { endProcess, findMarkedProcesses, textOf } from './marked-processes.ts';

/** Every process that a test file starts inherits this variable, also those whose parent has ended. */
const MARK = 'TEST_FILE_MARK';
const mark = `${process.pid}.${Date.now()}.${Math.random()}`;
process.env[MARK] = mark;

/** Some programs write over their environment; their parent is still known. */
const isChild = (pid: number): boolean => {
  const [state, parent] = textOf(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  return state !== 'Z' && Number(parent) === process.pid;
};

const leftovers = (): readonly MarkedProcess[] => findMarkedProcesses(MARK, mark, isChild);

const GRACE_MS = 3000;

// registered before all others, so it runs after them
afterAll(async () => {
  const end = performance.now() + GRACE_MS;
  // many are on their way out: their standard input was closed a moment ago
  while (leftovers().length > 0 && performance.now() < end)
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  for (const { pid, command } of leftovers()) {
    console.warn(`${expect.getState().testPath ?? 'a test file'} left process ${pid} behind: ${command}`);
    endProcess(pid);
  }
});
