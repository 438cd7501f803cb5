import type { Gate } from '@callgate/gate';
import type { ConversationRef } from '../host/host-options.ts';
import { recordLastTurn, recordUserTexts, textsIn } from '../host/record-user-texts.ts';

/** Hears the person's last turn, from the input of a response or the messages of a chat. Returns how many texts were new. */
export const recordUserMessages = (
  gate: Gate,
  who: ConversationRef,
  input: string | readonly object[],
): Promise<number> =>
  typeof input === 'string'
    ? recordUserTexts(gate, who, [input])
    : recordLastTurn(
        gate,
        who,
        input,
        (item) => 'role' in item && item.role === 'user',
        (item) => ('content' in item ? textsIn(item.content, 'input_text', 'text') : []),
      );
