const withoutComments = (commands: string): string => commands.replaceAll(/\s#.*$/gm, '');

/** Lines that say how a command is used: `[what may be left out]`, `a|b`, `NAME` for a value, `…` for more of it. */
export const isUsage = (commands: string): boolean =>
  !commands.includes('<<') && /\[[-A-Z]|…|(?<=\s)[A-Z]{2,}(?=\s|$)/.test(withoutComments(commands));

/** The lines of a block of usage; one that is indented goes on with the line before. */
export const usageLines = (commands: string): readonly string[] =>
  withoutComments(commands)
    .replaceAll(/\n\s+/g, ' ')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const withoutOptional = (line: string): string => {
  const shorter = line.replaceAll(/\s*\[[^[\]]*\]…?/g, '');
  return shorter === line ? line : withoutOptional(shorter);
};

/** The shortest command that a line of usage allows; undefined where the line only stands for others (`accept … --json`). */
export const shortestForm = (line: string): string | undefined => {
  const short = withoutOptional(line);
  if (/\s…(?:\s|$)/.test(short)) return undefined;
  return short
    .replaceAll('"…"', 'TEXT')
    .replaceAll(/,?…/g, '')
    .replaceAll(/\|[^\s|]+/g, '');
};
