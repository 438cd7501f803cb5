import { openSync, readFileSync, readdirSync } from 'node:fs';

const CLOSE_ON_EXEC = 0o2000000;

const isInherited = (descriptor: string): boolean => {
  try {
    const [, flags = '0'] =
      /^flags:\s*(\d+)/mu.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8')) ?? [];
    return (Number.parseInt(flags, 8) & CLOSE_ON_EXEC) === 0;
  } catch {
    return false;
  }
};

let nothing: number | undefined;

/**
 * What this process was given by its parent goes on to every child, and a file that is open already can be written
 * wherever it is. In a child, each such descriptor from `first` on leads nowhere; entries for `stdio`.
 */
export const closeInherited = (first: number): readonly ('ignore' | number)[] => {
  const inherited = new Set(readdirSync('/proc/self/fd').filter(isInherited).map(Number));
  const last = Math.max(first - 1, ...inherited);
  nothing ??= openSync('/dev/null', 'r');
  const target = nothing;
  return Array.from({ length: last - first + 1 }, (_, at) => (inherited.has(first + at) ? target : 'ignore'));
};
