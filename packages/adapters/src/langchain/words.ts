import type { Gate } from '@callgate/gate';
import type { Who } from '../host/host.ts';
import { hearWords } from '../host/words.ts';
import type { MessageLike } from './shapes.ts';
import { isObject, partsOf } from './shapes.ts';

/** A middleware wrote it: the one that sums up puts its text into a message of the person. */
const isMade = ({ additional_kwargs: kwargs }: MessageLike): boolean =>
  isObject(kwargs) && kwargs['lc_source'] !== undefined;

/** Texts of a person's turn. Files and pictures are content, not words. */
const wordsOf = (message: MessageLike): readonly string[] =>
  isMade(message)
    ? []
    : partsOf(message.content).flatMap(({ type, text }) =>
        type === 'text' && typeof text === 'string' ? [text] : [],
      );

/** Hears the person's last turn. Returns how many texts were new. */
export const hearMessages = async (
  gate: Gate,
  who: Who,
  messages: readonly MessageLike[],
): Promise<number> => {
  const lastOther = messages.findLastIndex(({ type }) => type !== 'human');
  return await hearWords(gate, who, messages.slice(lastOther + 1).flatMap(wordsOf));
};
