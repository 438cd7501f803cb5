import type { Gate } from '@callgate/gate';
import type { ConversationRef } from '../host/host-options.ts';
import { isObject } from '../host/host-options.ts';
import { recordLastTurn, textsIn } from '../host/record-user-texts.ts';

export interface AnthropicTurnLike {
  readonly role: string;
  readonly content?: unknown;
}

/** Results of tools come under the user's role too: a message that carries one is the host's and not the person's. */
const isUserTurn = ({ role, content }: AnthropicTurnLike): boolean =>
  role === 'user' &&
  !(
    Array.isArray(content) &&
    content.some((part: unknown) => isObject(part) && String(part['type']).endsWith('tool_result'))
  );

/** Hears the person's last turn. Returns how many texts were new. */
export const recordUserMessages = (
  gate: Gate,
  who: ConversationRef,
  messages: readonly AnthropicTurnLike[],
): Promise<number> =>
  recordLastTurn(gate, who, messages, isUserTurn, ({ content }) => textsIn(content, 'text'));
