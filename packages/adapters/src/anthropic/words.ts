import type { Gate } from '@callgate/gate';
import type { Who } from '../host/host.ts';
import { isObject } from '../host/host.ts';
import { hearLastTurn, textsIn } from '../host/words.ts';

export interface SpokenLike {
  readonly role: string;
  readonly content?: unknown;
}

/** Results of tools come under the user's role too: a message that carries one is the host's and not the person's. */
const isPersons = ({ role, content }: SpokenLike): boolean =>
  role === 'user' &&
  !(
    Array.isArray(content) &&
    content.some((part: unknown) => isObject(part) && String(part['type']).endsWith('tool_result'))
  );

/** Hears the person's last turn. Returns how many texts were new. */
export const hearMessages = (gate: Gate, who: Who, messages: readonly SpokenLike[]): Promise<number> =>
  hearLastTurn(gate, who, messages, isPersons, ({ content }) => textsIn(content, 'text'));
