import type { Gate } from '@callgate/gate';
import type { Who } from '../host/host.ts';
import { hearWords } from '../host/words.ts';

/** Reports what the person has said: their own text, and nothing that was pasted into it by the program. */
export const hearPerson = async (gate: Gate, who: Who, ...texts: readonly string[]): Promise<number> =>
  await hearWords(gate, who, texts);
