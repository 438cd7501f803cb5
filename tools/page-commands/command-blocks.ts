/** Commands of a page: a block of a shell, with the output that the page shows below it. */
export interface CommandBlock {
  readonly line: number;
  readonly commands: string;
  readonly expected: string | undefined;
  /** Lines that are not run, by a part of them: the whole block where it is empty. Each with the reason. */
  readonly notRun: readonly (readonly [part: string, reason: string])[];
}

const BLOCK =
  /((?:^<!-- not run[^\n]*-->\n+)*)^```(?:sh|bash|console)\n([^]*?)^```\n(?:\n```text\n([^]*?)^```$)?/gm;
const MARK = /<!-- not run(?: \(([^)]+)\))?: (\S[^\n]*) -->/g;

/** The blocks of a page in their order. A prompt before a command is not part of it. */
export const readCommandBlocks = (text: string): readonly CommandBlock[] =>
  [...text.matchAll(BLOCK)].map((match) => {
    const [, marks = '', commands = '', expected] = match;
    return {
      line: text.slice(0, match.index + marks.length).split('\n').length,
      commands: commands.replaceAll(/^\$ /gm, ''),
      expected,
      notRun: [...marks.matchAll(MARK)].map(([, part = '', reason = '']) => [part, reason] as const),
    };
  });

export const isRun = ({ notRun }: CommandBlock, line: string): boolean =>
  !notRun.some(([part]) => line.includes(part));
