import type { JsonObject } from '@callgate/core';
import { display } from '@callgate/core';
import { LABEL_NAMES, isLabelled } from '@callgate/core/label';
import { displayJson } from '@callgate/core/receive';
import type { HeldCall, Stopped } from '@callgate/gate';
import type { Question } from '@callgate/gate/confirm';
import { delegationText } from '@callgate/gate/confirm';
import type { PendingWords } from '../confirm/words.ts';
import { pendingResult, stoppedResult } from '../confirm/words.ts';

/** What a host shows in its own question without hiding the end of it. */
const MAX_SHOWN = 4000;

const sentence = (text: string): string =>
  `${text.slice(0, 1).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;

/** What a person reads in the host's question, and whether all of the call is in it. */
export interface AskText {
  readonly text: string;
  readonly whole: boolean;
}

export const askText = ({ decision, labels, arguments: args, twin, delegation }: Question): AskText => {
  const touched = LABEL_NAMES.filter((name) => labels[name] !== 'none').map(
    (name) => `${name} (${labels[name]})`,
  );
  const why = [
    'Callgate asks.',
    ...(delegation.length === 0 ? [] : [`Chain of delegation: ${delegationText(delegation)}.`]),
    ...decision.reasons.map((reason) => sentence(display(reason, { max: 500 }))),
    ...(isLabelled(labels) ? [`This session has touched: ${touched.join(', ')}.`] : []),
    ...(twin === null ? [] : [`The same call was made before and is ${display(twin.state)}.`]),
  ].join(' ');
  const open = `${why} The whole call: ${displayJson(args)}`;
  return open.length <= MAX_SHOWN ? { text: open, whole: true } : { text: why, whole: false };
};

const wordsIn = (result: JsonObject): string => {
  const { content } = result;
  const first = Array.isArray(content) ? content[0] : undefined;
  return typeof first === 'object' && first !== null && 'text' in first && typeof first.text === 'string'
    ? first.text
    : '';
};

/** For the model: why the call does not run, and what it may do instead. */
export const stoppedText = (stopped: Stopped): string => wordsIn(stoppedResult(stopped));

/** For the model: the call waits, and how to come back for it. */
export const pendingText = (held: HeldCall, words: PendingWords): string =>
  wordsIn(pendingResult(held, words));
