import type { Gate } from '@callgate/gate';
import type { Who } from '../host/host.ts';
import { hearLastTurn, textsIn } from '../host/words.ts';
import type { MessageLike } from './shapes.ts';

/** Hears the person's last turn. Returns how many texts were new. */
export const hearMessages = (gate: Gate, who: Who, messages: readonly MessageLike[]): Promise<number> =>
  hearLastTurn(
    gate,
    who,
    messages,
    ({ role }) => role === 'user',
    ({ content }) => textsIn(content, 'text'),
  );
