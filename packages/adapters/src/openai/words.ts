import type { Gate } from '@callgate/gate';
import type { Who } from '../host/host.ts';
import { hearLastTurn, hearWords, textsIn } from '../host/words.ts';

/** Hears the person's last turn, from the input of a response or the messages of a chat. Returns how many texts were new. */
export const hearMessages = (gate: Gate, who: Who, input: string | readonly object[]): Promise<number> =>
  typeof input === 'string'
    ? hearWords(gate, who, [input])
    : hearLastTurn(
        gate,
        who,
        input,
        (item) => 'role' in item && item.role === 'user',
        (item) => ('content' in item ? textsIn(item.content, 'input_text', 'text') : []),
      );
