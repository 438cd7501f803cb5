import type { CallRow } from '@callgate/gate/record';
import type { InboxQuestion } from '../api/inbox.ts';
import type { OperationCaller } from '../api/operation.ts';
import { isWaiting } from './inbox-index.ts';
import type { InboxLists } from './inbox-lists.ts';
import type { InboxParts } from './inbox-parts.ts';
import { inboxQuestion } from './inbox-question.ts';

/** More calls of a session are asked about call by call. */
const MOST_LOOKED_AT = 100;
/** Longer than any question takes to come together. */
const NEARBY_MS = 20_000;
/** Characters of arguments that a person reads at once. */
const MOST_SHOWN = 200_000;

const timeOf = ({ heldAt, receivedAt }: CallRow): number => heldAt ?? receivedAt;

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
  const page = await read.inbox({ limit: MOST_LOOKED_AT }, { session: row.session });
  const items = page.items.filter((other) => Math.abs(timeOf(other) - timeOf(row)) <= NEARBY_MS);
  const groups = await desk.group(items.map(({ id }) => id));
  const together = groups.find((calls) => calls.includes(call)) ?? [];
  const size = items
    .filter(({ id }) => together.includes(id))
    .reduce((sum, { sealedArguments }) => sum + sealedArguments.length, 0);
  if (together.length < 2 || size > MOST_SHOWN) return [];
  return await Promise.all(together.map((each) => inboxQuestion(parts, lists, each, caller)));
};
