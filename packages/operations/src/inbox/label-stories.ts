import type { Session } from '@callgate/core';
import type { Witness } from '@callgate/core/label';
import { LABEL_NAMES } from '@callgate/core/label';
import type { CallRow } from '@callgate/gate/record';
import type { Reader } from '@callgate/gate/store';
import type { Cause, LabelStory } from '../api/inbox.ts';

const causeOf = async (read: Pick<Reader, 'call'>, { call }: Witness): Promise<Cause> => {
  const row = await read.call(call);
  return row === undefined
    ? { call, server: null, target: null, at: null }
    : { call, server: row.server, target: row.target, at: row.dispatchedAt ?? row.receivedAt };
};

/** The labels a call was judged on, and the calls that raised them. */
export const labelStories = async (
  read: Pick<Reader, 'call'>,
  { situation }: Pick<CallRow, 'situation'>,
  session: Session | undefined,
): Promise<readonly LabelStory[]> => {
  const stories: LabelStory[] = [];
  for (const label of LABEL_NAMES) {
    const now = session?.labels[label];
    const calls = new Map((now?.witnesses ?? []).map((witness) => [witness.call, witness]));
    const causes: Cause[] = [];
    for (const witness of calls.values()) causes.push(await causeOf(read, witness));
    stories.push({
      label,
      strength: situation.labels[label],
      now: now?.strength ?? null,
      causes,
    });
  }
  return stories;
};
