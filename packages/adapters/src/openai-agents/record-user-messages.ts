import type { Gate } from '@callgate/gate';
import type { ConversationRef } from '../host/host-options.ts';
import { recordLastTurn, recordUserTexts, textsIn } from '../host/record-user-texts.ts';
import type { InputLike } from './shapes.ts';

/** Hears the person's last turn in what `run` is given. Returns how many texts were new. */
export const recordUserMessages = (gate: Gate, who: ConversationRef, input: InputLike): Promise<number> =>
  typeof input === 'string'
    ? recordUserTexts(gate, who, [input])
    : recordLastTurn(
        gate,
        who,
        input,
        (item) => 'role' in item && item.role === 'user',
        (item) => ('content' in item ? textsIn(item.content, 'input_text') : []),
      );
