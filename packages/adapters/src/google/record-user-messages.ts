import type { Gate } from '@callgate/gate';
import type { ConversationRef } from '../host/host-options.ts';
import { isObject } from '../host/host-options.ts';
import { recordLastTurn } from '../host/record-user-texts.ts';

interface GenAiTurn {
  readonly role: unknown;
  readonly parts: readonly unknown[];
}

const isContent = (content: unknown): content is { readonly parts: unknown; readonly role?: unknown } =>
  isObject(content) && 'parts' in content;

/** A text or a part alone is a turn of the person. */
const turnOf = (content: unknown): GenAiTurn => {
  if (!isContent(content)) return { role: 'user', parts: [content] };
  const role = 'role' in content ? content.role : 'user';
  return { role: role ?? 'user', parts: Array.isArray(content.parts) ? content.parts : [] };
};

const RESULTS = ['functionResponse', 'toolResponse', 'codeExecutionResult', 'executableCode'] as const;

/** Results of functions come under the user's role too: a turn that carries one is the host's and not the person's. */
const isUserTurn = ({ role, parts }: GenAiTurn): boolean =>
  role === 'user' && !parts.some((part) => isObject(part) && RESULTS.some((key) => key in part));

/** Texts of a person's turn. Files and pictures are content, not words. */
const textsOf = ({ parts }: GenAiTurn): readonly string[] =>
  parts.flatMap((part) => {
    if (typeof part === 'string') return [part];
    return isObject(part) && 'text' in part && typeof part.text === 'string' ? [part.text] : [];
  });

/** Texts and parts side by side are one turn, as the SDK sends them. */
const turnsOf = (contents: unknown): readonly GenAiTurn[] => {
  if (!Array.isArray(contents)) return [turnOf(contents)];
  const list: readonly unknown[] = contents;
  return list.some(isContent) ? list.map(turnOf) : [{ role: 'user', parts: list }];
};

/** Hears the person's last turn, from what `contents` of the SDK takes. Returns how many texts were new. */
export const recordUserMessages = (gate: Gate, who: ConversationRef, contents: unknown): Promise<number> =>
  recordLastTurn(gate, who, turnsOf(contents), isUserTurn, textsOf);
