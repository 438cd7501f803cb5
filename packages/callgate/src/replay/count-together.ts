import type { Json } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import type { ConcurrentCall } from '@callgate/gate/confirm';
import { groupCalls, listTouchedThings } from '@callgate/gate/confirm';
import type { ReplayStep, ReplayedCall } from './replay-trace.ts';

/** Words and numbers that say something: shorter ones stand in every text. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}_.@:/-]{3,}/gu;

const wordsIn = (value: Json, into: Set<string> = new Set()): Set<string> => {
  if (typeof value === 'string') for (const [word] of value.toLowerCase().matchAll(WORD)) into.add(word);
  else if (typeof value === 'number') into.add(String(value));
  else if (Array.isArray(value)) for (const item of value as readonly Json[]) wordsIn(item, into);
  else if (isJsonObject(value)) for (const item of Object.values(value)) wordsIn(item as Json, into);
  return into;
};

const concurrentCall = ({ call, judged }: ReplayedCall): ConcurrentCall => ({
  call: call.id,
  asker: '',
  askedAt: 0,
  mutates: judged?.decision.facts.mutates !== 'no',
  touches: judged === undefined ? undefined : listTouchedThings(judged.tool, judged.args),
});

/**
 * Questions, if an agent makes calls at once that need nothing of each other: traces say only in which order calls ran.
 * A held call joins the one before where it repeats no word that a result since then has brought, and no automatic call
 * ran between them; one that acts on the same thing as an earlier one is a question of its own. `planned`: automatic calls
 * may run between them, as if the agent had declared what it already knew.
 */
export const countTogether = (
  steps: readonly ReplayStep[],
  { planned = false }: { readonly planned?: boolean } = {},
): number => {
  let questions = 0;
  let open: ReplayedCall[] = [];
  const known = new Set<string>();
  let news = new Set<string>();
  const close = (): void => {
    questions += groupCalls(open.map(concurrentCall)).length;
    open = [];
    for (const word of news) known.add(word);
    news = new Set();
  };
  for (const { event, replayed } of steps) {
    if (event.type === 'result') {
      const words = wordsIn(event.result);
      for (const word of words) if (!known.has(word)) (open.length === 0 ? known : news).add(word);
    } else if (event.type !== 'call' || replayed?.outcome !== 'confirm') {
      if (event.type !== 'call' || !planned) close();
      if (event.type === 'user') wordsIn(event.text, known);
      if (event.type === 'call') wordsIn(event.arguments, known);
    } else {
      const needsNews = [...wordsIn(event.arguments)].some((word) => news.has(word));
      if (needsNews) close();
      open.push(replayed);
      wordsIn(event.arguments, known);
    }
  }
  close();
  return questions;
};
