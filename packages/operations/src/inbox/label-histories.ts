import type { Session } from '@callgate/core';
import type { Witness } from '@callgate/core/label';
import { LABEL_NAMES } from '@callgate/core/label';
import type { CallRow } from '@callgate/gate/record';
import type { StoreReader } from '@callgate/gate/store';
import type { LabelCause, LabelHistory } from '../api/inbox.ts';

const causeOf = async (read: Pick<StoreReader, 'call'>, { call }: Witness): Promise<LabelCause> => {
  const row = await read.call(call);
  return row === undefined
    ? { call, server: null, target: null, at: null }
    : { call, server: row.server, target: row.target, at: row.dispatchedAt ?? row.receivedAt };
};

/** The labels a call was judged on, and the calls that raised them. */
export const labelHistories = async (
  read: Pick<StoreReader, 'call'>,
  { situation }: Pick<CallRow, 'situation'>,
  session: Session | undefined,
): Promise<readonly LabelHistory[]> => {
  const stories: LabelHistory[] = [];
  for (const label of LABEL_NAMES) {
    const now = session?.labels[label];
    const calls = new Map((now?.witnesses ?? []).map((witness) => [witness.call, witness]));
    const causes: LabelCause[] = [];
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
