import { TRACED_CALLS } from './find-observations.ts';

export interface WatchPrograms {
  readonly strace: string;
  readonly setpriv?: string | undefined;
}

/** Characters of a text that strace writes down, and elements of a list. */
const MOST_TEXT = 4096;

/** The words before a command that make strace write down what it does, from outside every sandbox in it. */
export const straceCommand = (log: string, { strace, setpriv }: WatchPrograms): readonly string[] => [
  // strace would outlive this process, and the sandbox lives as long as strace
  ...(setpriv === undefined ? [] : [setpriv, '--pdeathsig', 'KILL', '--']),
  strace,
  '--follow-forks',
  // without --seccomp-bpf: a call that the sandbox refuses would not be seen
  '--absolute-timestamps=format:unix,precision:us',
  '-yy',
  `--string-limit=${MOST_TEXT}`,
  '--quiet=attach,personality,thread-execve',
  '--signal=none',
  `--trace=${TRACED_CALLS.map((name) => `?${name}`).join(',')}`,
  `--output=${log}`,
  '--',
];
