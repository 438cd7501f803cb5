import type { Readable, Writable } from 'node:stream';
import { createInterface } from 'node:readline';
import { everydayMessages } from '@callgate/messages/cli/everyday';

const { approve: texts } = everydayMessages;

export interface ApprovalPromptOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** What must be typed to agree; `y` or `yes` where it is not given. */
  readonly word: string | undefined;
  /** What is typed so soon after the question appeared was meant for something else. */
  readonly ignoreMs?: number;
}

export const isYes = (line: string, word?: string | undefined): boolean =>
  word === undefined ? /^y(?:es)?$/i.test(line) : line === word;

/** Asks at a terminal. Enter alone, `n` and a closed terminal are a no. */
export const askToApprove = ({
  input,
  output,
  word,
  ignoreMs = 500,
}: ApprovalPromptOptions): Promise<boolean> =>
  new Promise((resolve) => {
    const lines = createInterface({ input, output, terminal: false });
    let listening = false;
    const finish = (agreed: boolean): void => {
      // before closing, which counts as a no without an answer
      resolve(agreed);
      listening = false;
      clearTimeout(soon);
      lines.close();
    };
    const prompt = (): void => {
      output.write(word === undefined ? texts.ask : texts.askForWord({ word }));
    };
    const soon = setTimeout(() => {
      listening = true;
      prompt();
    }, ignoreMs);
    lines.on('line', (typed) => {
      if (!listening) return;
      const line = typed.trim();
      if (isYes(line, word)) finish(true);
      else if (line === '' || /^no?$/i.test(line)) finish(false);
      else prompt();
    });
    lines.on('close', () => finish(false));
  });
