import { stripVTControlCharacters, styleText } from 'node:util';
import type { Outcome } from '@callgate/core';

/** Colours only where a person looks: styleText itself minds NO_COLOR and pipes. */
export const bold = (text: string): string => styleText('bold', text, { stream: process.stdout });
export const dim = (text: string): string => styleText('dim', text, { stream: process.stdout });

const OUTCOME_STYLE = { auto: 'green', confirm: 'yellow', block: 'red' } as const;

export const outcomeText = (outcome: Outcome): string =>
  styleText(['bold', OUTCOME_STYLE[outcome]], outcome.toUpperCase(), { stream: process.stdout });

/** Coloured text of others, without the colours in pipes. */
export const stripColoursInPipes = (text: string): string =>
  process.stdout.isTTY && process.env['NO_COLOR'] === undefined ? text : stripVTControlCharacters(text);

export const write = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

/** Writes a line, and waits where the reader is slower than the writer. */
export const writeAndWait = async (text: string): Promise<void> => {
  const room = process.stdout.write(`${text}\n`);
  if (!room) await new Promise((resolve) => process.stdout.once('drain', resolve));
};
