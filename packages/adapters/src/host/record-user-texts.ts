import { readProposal } from '@callgate/core/label';
import type { Gate } from '@callgate/gate';
import type { ConversationRef } from './host-options.ts';
import { contextName, isObject } from './host-options.ts';

/**
 * Reports what the person has said since the model last spoke. A text that was said before is heard again, because it may
 * restore what a later one lifted; only the turn that was heard last is not heard twice. What stands earlier in a history
 * was heard when it was said, or is not heard at all: a history is sent by a client, and tasks end. `answered`: the agent's
 * own message right before them, if there is one. Returns how many texts were new.
 */
export const recordUserTexts = async (
  gate: Gate,
  who: ConversationRef,
  spoken: readonly string[],
  answered?: string,
): Promise<number> => {
  const name = contextName(who);
  const texts = spoken.filter((text) => text.trim() !== '');
  const last = (await gate.session(name)).said.slice(-texts.length);
  const isRepeated = texts.length > 0 && texts.join('\0') === last.map(({ text }) => text).join('\0');
  // a second yes is to what the agent proposed since
  const proposed = answered === undefined ? undefined : readProposal(answered);
  if (isRepeated && (proposed === undefined || proposed === last[0]?.agreed)) return 0;
  if (texts.length > 0 && answered !== undefined && answered.trim() !== '')
    await gate.hearAgent(name, answered);
  for (const text of texts) await gate.hear(name, { text, via: 'host' });
  return texts.length;
};

/** Hears the person's last turn: what stands after the last message of anybody else. An agent's message proposes what it may agree to. */
export const recordLastTurn = async <M>(
  gate: Gate,
  who: ConversationRef,
  messages: readonly M[],
  isPersons: (message: M) => boolean,
  wordsOf: (message: M) => readonly string[],
): Promise<number> => {
  const lastOther = messages.findLastIndex((message) => !isPersons(message));
  const answered = agentText(messages[lastOther]);
  return await recordUserTexts(gate, who, messages.slice(lastOther + 1).flatMap(wordsOf), answered);
};

const AGENT_ROLES: ReadonlySet<unknown> = new Set(['assistant', 'model', 'ai']);
const AGENT_PARTS: ReadonlySet<unknown> = new Set([undefined, 'text', 'output_text']);

const agentPart = (part: unknown): readonly string[] =>
  isObject(part) &&
  AGENT_PARTS.has(part['type']) &&
  part['thought'] !== true &&
  typeof part['text'] === 'string'
    ? [part['text']]
    : [];

/** What an agent wrote to the person in one message; undefined of everything else. */
const agentText = (message: unknown): string | undefined => {
  if (!isObject(message) || !AGENT_ROLES.has(message['role'] ?? message['type'])) return undefined;
  const content = message['content'] ?? message['parts'];
  if (typeof content === 'string') return content;
  const parts = isObject(content) && !Array.isArray(content) ? content['parts'] : content;
  return Array.isArray(parts) ? parts.flatMap(agentPart).join('\n') : undefined;
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
