import type { Readable, Writable } from 'node:stream';
import { createInterface } from 'node:readline';
import type { AllowChoice } from '@callgate/gate/confirm';
import { ALLOW_KEYS } from '@callgate/gate/confirm';
import { everydayMessages } from '@callgate/messages/cli/everyday';

const { approve: texts } = everydayMessages;

export interface ApprovalPromptOptions {
  readonly input: Readable;
  readonly output: Writable;
  /** What must be typed to agree; `y` or `yes` where it is not given. */
  readonly word: string | undefined;
  /** In place of the question whether to approve. */
  readonly question?: string;
  /** What is typed so soon after the question appeared was meant for something else. */
  readonly ignoreMs?: number;
}

export const isYes = (line: string, word?: string | undefined): boolean =>
  word === undefined ? /^y(?:es)?$/i.test(line) : line === word;

interface LinePrompt<Answer> extends Omit<ApprovalPromptOptions, 'word' | 'question'> {
  readonly prompt: string;
  /** Undefined where the line is no answer: it is asked again. */
  readonly read: (line: string) => Answer | undefined;
  /** The answer of Enter alone, `n` and a closed terminal. */
  readonly none: Answer;
}

const askLine = <Answer>({
  input,
  output,
  ignoreMs = 500,
  prompt,
  read,
  none,
}: LinePrompt<Answer>): Promise<Answer> =>
  new Promise((resolve) => {
    const lines = createInterface({ input, output, terminal: false });
    let listening = false;
    const finish = (answer: Answer): void => {
      // before closing, which counts as a no without an answer
      resolve(answer);
      listening = false;
      clearTimeout(soon);
      lines.close();
    };
    const soon = setTimeout(() => {
      listening = true;
      output.write(prompt);
    }, ignoreMs);
    lines.on('line', (typed) => {
      if (!listening) return;
      const line = typed.trim();
      const answer = line === '' || /^no?$/i.test(line) ? none : read(line);
      if (answer === undefined) output.write(prompt);
      else finish(answer);
    });
    lines.on('close', () => finish(none));
  });

/** Asks at a terminal. Enter alone, `n` and a closed terminal are a no. */
export const askToApprove = ({
  word,
  question = texts.ask,
  ...terminal
}: ApprovalPromptOptions): Promise<boolean> =>
  askLine<boolean>({
    ...terminal,
    prompt: word === undefined ? question : texts.askForWord({ word }),
    read: (line) => (isYes(line, word) ? true : undefined),
    none: false,
  });

/** The same with the choices of a question; null is a no. */
export const askWhatToAllow = ({
  offers,
  ...terminal
}: Omit<ApprovalPromptOptions, 'word' | 'question'> & {
  readonly offers: readonly Exclude<AllowChoice, 'once'>[];
}): Promise<AllowChoice | null> => {
  const keys = offers.map((choice) => texts.choiceKey({ key: ALLOW_KEYS[choice], choice })).join(', ');
  return askLine<AllowChoice | null>({
    ...terminal,
    prompt: texts.askChoice({ keys }),
    read: (line) =>
      isYes(line, undefined) ? 'once' : offers.find((choice) => ALLOW_KEYS[choice] === line.toLowerCase()),
    none: null,
  });
};
