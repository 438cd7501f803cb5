import { meantName } from '@callgate/messages/text/suggest-near-name';
import type { PolicyProblem } from '../yaml/policy-problem.ts';
import { findNearestName } from '../yaml/suggest-name.ts';

/** A name in a text, and the one that was probably meant. */
export interface Repair {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

const offsetOf = (text: string, { line, column }: PolicyProblem['position']): number => {
  let from = 0;
  for (let at = 1; at < line; at += 1) {
    const end = text.indexOf('\n', from);
    if (end === -1) return text.length;
    from = end + 1;
  }
  return Math.min(text.length, from + column - 1);
};

/** Where the help of a problem names what was meant: what to write in place of what. */
export const findRepair = (text: string, { help, position }: PolicyProblem): Repair | undefined => {
  const name = help === undefined ? undefined : meantName(help);
  if (name === undefined) return undefined;
  const start = offsetOf(text, position);
  const end = text.indexOf('\n', start);
  for (const { 0: word, index } of text.slice(start, end === -1 ? undefined : end).matchAll(/[\w.-]+/g))
    if (word !== name && findNearestName(word, [name]) === name)
      return { name, from: start + index, to: start + index + word.length };
  return undefined;
};
