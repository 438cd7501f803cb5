import type { Gate } from '@callgate/gate';
import type { Who } from '../host/host.ts';
import { hearLastTurn, hearWords, textsIn } from '../host/words.ts';
import type { InputLike } from './shapes.ts';

/** Hears the person's last turn in what `run` is given. Returns how many texts were new. */
export const hearInput = (gate: Gate, who: Who, input: InputLike): Promise<number> =>
  typeof input === 'string'
    ? hearWords(gate, who, [input])
    : hearLastTurn(
        gate,
        who,
        input,
        (item) => 'role' in item && item.role === 'user',
        (item) => ('content' in item ? textsIn(item.content, 'input_text') : []),
      );
