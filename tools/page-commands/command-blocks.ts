/** Commands of a page: a block of a shell, with the output that the page shows below it. */
export interface CommandBlock {
  readonly line: number;
  readonly commands: string;
  readonly expected: string | undefined;
  /** Files that the commands name, as the page shows them: the last `yaml` or `json` block before the commands. */
  readonly files: Readonly<Record<string, string>>;
  /** Lines that are not run, by a part of them: the whole block where it is empty. Each with the reason. */
  readonly notRun: readonly (readonly [part: string, reason: string])[];
}

const BLOCK =
  /((?:^<!-- not run[^\n]*-->\n+)*)^```(?:sh|bash|console)\n([^]*?)^```\n(?:\n```text\n([^]*?)^```$)?/gm;
const MARK = /<!-- not run(?: \(([^)]+)\))?: (\S[^\n]*) -->/g;

const FILE_BLOCK = /^```(yaml|json)\n([^]*?)^```$/gm;

const filesIn = (commands: string, before: string): Readonly<Record<string, string>> => {
  const shown = [...before.matchAll(FILE_BLOCK)];
  return Object.fromEntries(
    [...commands.matchAll(/(?<=\s)[\w-]+\.(yaml|json)\b/g)].flatMap(([name, language]) => {
      const text = shown.findLast((block) => block[1] === language)?.[2];
      return text === undefined ? [] : [[name, text]];
    }),
  );
};

/** The blocks of a page in their order. A prompt before a command is not part of it. */
export const readCommandBlocks = (text: string): readonly CommandBlock[] =>
  [...text.matchAll(BLOCK)].map((match) => {
    const [, marks = '', commands = '', expected] = match;
    return {
      line: text.slice(0, match.index + marks.length).split('\n').length,
      commands: commands.replaceAll(/^\$ /gm, ''),
      expected,
      files: filesIn(commands, text.slice(0, match.index)),
      notRun: [...marks.matchAll(MARK)].map(([, part = '', reason = '']) => [part, reason] as const),
    };
  });

export const isRun = ({ notRun }: CommandBlock, line: string): boolean =>
  !notRun.some(([part]) => line.includes(part));
