import { readFileSync, readdirSync } from 'node:fs';
import { afterAll, expect } from 'vitest';

/** Every process that a test file starts inherits this variable, also those whose parent has ended. */
const MARK = 'TEST_FILE_MARK';
const mark = `${process.pid}.${Date.now()}.${Math.random()}`;
process.env[MARK] = mark;

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // it ended meanwhile, or belongs to somebody else
    return '';
  }
};

/** Some programs write over their environment; their parent is still known. */
const isChild = (pid: number): boolean => {
  const [state, parent] = textOf(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  return state !== 'Z' && Number(parent) === process.pid;
};

/** The processes that this file started and left behind. Empty where there is no /proc. */
const leftovers = (): readonly { readonly pid: number; readonly command: string }[] => {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 1 && pid !== process.pid)
    .filter((pid) => isChild(pid) || textOf(`/proc/${pid}/environ`).split('\0').includes(`${MARK}=${mark}`))
    .map((pid) => ({ pid, command: textOf(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').slice(0, 200) }));
};

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
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // it ended meanwhile
    }
  }
});
