import type { InboxQuestion } from '../api/inbox.ts';
import type { OperationCaller } from '../api/operation.ts';
import { isWaiting } from './inbox-index.ts';
import type { InboxLists } from './inbox-lists.ts';
import type { InboxParts } from './inbox-parts.ts';
import { inboxQuestion } from './inbox-question.ts';

/** More calls of a session are asked about call by call. */
const MOST_LOOKED_AT = 100;
/** Characters of arguments that a person reads at once. */
const MOST_SHOWN = 200_000;

/** The calls that are one question with this one, itself too, in the order they came; empty where it is one of its own. */
export const callsTogether = async (
  parts: InboxParts,
  lists: InboxLists,
  call: string,
  caller: OperationCaller,
): Promise<readonly InboxQuestion[]> => {
  const { desk } = parts;
  const { read } = desk;
  const row = await read.call(call);
  if (!isWaiting(row)) return [];
  const { items } = await read.inbox({ limit: MOST_LOOKED_AT }, { session: row.session });
  const groups = await desk.group(items.map(({ id }) => id));
  const together = groups.find((calls) => calls.includes(call)) ?? [];
  const size = items
    .filter(({ id }) => together.includes(id))
    .reduce((sum, { sealedArguments }) => sum + sealedArguments.length, 0);
  if (together.length < 2 || size > MOST_SHOWN) return [];
  return await Promise.all(together.map((each) => inboxQuestion(parts, lists, each, caller)));
};
