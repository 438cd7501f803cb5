import type { Gate } from '@callgate/gate';
import type { ConversationRef } from './host-options.ts';
import { contextName, isObject } from './host-options.ts';

/**
 * Reports what the person has said since the model last spoke. A text that was said before is heard again, because it may
 * restore what a later one lifted; only the turn that was heard last is not heard twice. What stands earlier in a history
 * was heard when it was said, or is not heard at all: a history is sent by a client, and tasks end. Returns how many
 * texts were new.
 */
export const recordUserTexts = async (
  gate: Gate,
  who: ConversationRef,
  spoken: readonly string[],
): Promise<number> => {
  const name = contextName(who);
  const texts = spoken.filter((text) => text.trim() !== '');
  const last = (await gate.session(name)).said.slice(-texts.length).map(({ text }) => text);
  if (texts.length > 0 && texts.join('\0') === last.join('\0')) return 0;
  for (const text of texts) await gate.hear(name, { text, via: 'host' });
  return texts.length;
};

/** Hears the person's last turn: what stands after the last message of anybody else. */
export const recordLastTurn = async <M>(
  gate: Gate,
  who: ConversationRef,
  messages: readonly M[],
  isPersons: (message: M) => boolean,
  wordsOf: (message: M) => readonly string[],
): Promise<number> => {
  const lastOther = messages.findLastIndex((message) => !isPersons(message));
  return await recordUserTexts(gate, who, messages.slice(lastOther + 1).flatMap(wordsOf));
};

/** The texts of a message's content, where they are parts of these types. Files and pictures are content, not words. */
export const textsIn = (content: unknown, ...types: readonly string[]): readonly string[] => {
  if (typeof content === 'string') return [content];
  if (!Array.isArray(content)) return [];
  return content.flatMap((part: unknown) =>
    isObject(part) && types.some((type) => part['type'] === type) && typeof part['text'] === 'string'
      ? [part['text']]
      : [],
  );
};
