import type { Gate } from '@callgate/gate';
import type { Who } from './host.ts';
import { contextName } from './host.ts';

/**
 * Reports what the person has said since the model last spoke, each text once. What stands earlier in a history was
 * heard when it was said, or is not heard at all: a history is sent by a client, and tasks end. Returns how many texts
 * were new.
 */
export const hearWords = async (gate: Gate, who: Who, spoken: readonly string[]): Promise<number> => {
  const name = contextName(who);
  const heard = new Set((await gate.session(name)).said.map(({ text }) => text));
  let fresh = 0;
  for (const text of spoken) {
    if (text.trim() === '' || heard.has(text)) continue;
    heard.add(text);
    await gate.hear(name, { text, via: 'host' });
    fresh += 1;
  }
  return fresh;
};
