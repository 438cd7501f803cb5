import type { Gate } from '@callgate/gate';
import type { Who } from '../host/host.ts';
import { hearWords } from '../host/words.ts';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

interface Turn {
  readonly role: unknown;
  readonly parts: readonly unknown[];
}

/** A text or a part alone is a turn of the person. */
const turnOf = (content: unknown): Turn => {
  if (!isObject(content) || !('parts' in content)) return { role: 'user', parts: [content] };
  const role = 'role' in content ? content.role : 'user';
  return { role: role ?? 'user', parts: Array.isArray(content.parts) ? content.parts : [] };
};

/** Results of functions come under the user's role too: a turn that carries one is the host's and not the person's. */
const isPersons = ({ role, parts }: Turn): boolean =>
  role === 'user' && !parts.some((part) => isObject(part) && 'functionResponse' in part);

/** Texts of a person's turn. Files and pictures are content, not words. */
const wordsOf = ({ parts }: Turn): readonly string[] =>
  parts.flatMap((part) => {
    if (typeof part === 'string') return [part];
    return isObject(part) && 'text' in part && typeof part.text === 'string' ? [part.text] : [];
  });

/** Hears the person's last turn, from what `contents` of the SDK takes. Returns how many texts were new. */
export const hearContents = async (gate: Gate, who: Who, contents: unknown): Promise<number> => {
  const turns = (Array.isArray(contents) ? contents : [contents]).map(turnOf);
  const lastOther = turns.findLastIndex((turn) => !isPersons(turn));
  return await hearWords(gate, who, turns.slice(lastOther + 1).flatMap(wordsOf));
};
