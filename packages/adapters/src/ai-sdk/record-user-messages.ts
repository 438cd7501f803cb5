import type { Gate } from '@callgate/gate';
import type { ConversationRef } from '../host/host-options.ts';
import { recordLastTurn, textsIn } from '../host/record-user-texts.ts';
import type { AiSdkMessageLike } from './shapes.ts';

/** Hears the person's last turn. Returns how many texts were new. */
export const recordUserMessages = (
  gate: Gate,
  who: ConversationRef,
  messages: readonly AiSdkMessageLike[],
): Promise<number> =>
  recordLastTurn(
    gate,
    who,
    messages,
    ({ role }) => role === 'user',
    ({ content }) => textsIn(content, 'text'),
  );
