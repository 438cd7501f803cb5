import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { installPackages } from '../../../../tools/tests/install-packages.ts';

/** Where in a program something goes wrong, and how. */
export interface InjectedFault {
  /** The system call. */
  readonly call: string;
  /** `signal=KILL`, `error=EIO`, `retval=0`. */
  readonly effect: string;
  /** At which one of these calls, counted from 1; `k+` for that one and all after it. */
  readonly when: string;
  /** Only calls on these files count. */
  readonly paths?: readonly string[];
}

const works = (): boolean => {
  try {
    execFileSync('strace', ['-o', '/dev/null', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** Whether programs can be watched here. Says so in one line if not; where that must not be, it throws. */
export const canTrace = (): boolean => {
  if (works()) return true;
  installPackages('strace');
  if (works()) return true;
  const why = 'strace is not installed or may not trace: nothing is killed at its system calls';
  if (process.env['CI'] === 'true') throw new Error(why);
  console.log(why);
  return false;
};

const traced = (calls: string, output: string, paths: readonly string[]): string[] => [
  '-o',
  output,
  // never with --seccomp-bpf: it silently takes no signals
  '-e',
  `trace=${calls}`,
  ...paths.flatMap((path) => ['-P', path]),
];

/** The command that runs a program with a fault in it. Its main thread alone: it does all that is written and sent. */
export const withFault = (
  { call, effect, when, paths = [] }: InjectedFault,
  output: string,
  command: readonly string[],
): readonly string[] => [
  'strace',
  ...traced(call, output, paths),
  '-s',
  '0',
  '-e',
  `inject=${call}:${effect}:when=${when}`,
  ...command,
];

/** The command that writes down all calls of some kinds that a program makes. */
export const withTrace = (
  calls: readonly string[],
  output: string,
  command: readonly string[],
  more: readonly string[] = ['-s', '0'],
): readonly string[] => ['strace', ...traced(calls.join(','), output, []), ...more, ...command];

/** What strace wrote says that the fault came to be. */
export const wasInjected = (output: string): boolean => readFileSync(output, 'utf8').includes('(INJECTED)');

export const wasKilled = (output: string): boolean =>
  readFileSync(output, 'utf8').trimEnd().endsWith('+++ killed by SIGKILL +++');

/** How often each call stands in what strace wrote. */
export const countCalls = (output: string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const [, call = ''] of readFileSync(output, 'utf8').matchAll(/^(\w+)\(/gm))
    counts.set(call, (counts.get(call) ?? 0) + 1);
  return counts;
};
