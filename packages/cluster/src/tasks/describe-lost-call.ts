import { clusterMessages } from '@callgate/messages/cluster';
import type { CallRow } from '@callgate/gate/record';
import type { StoreReader } from '@callgate/gate/store';
import { isUnanswered } from '@callgate/gate/host';

const texts = clusterMessages.lostCall;

type LostCall = Pick<CallRow, 'state' | 'fault' | 'decision'>;

const isUnansweredRead = (row: LostCall): boolean =>
  row.decision.facts.mutates === 'no' && (row.state === 'dispatching' || isUnanswered(row));

const adviceFor = (row: LostCall): string => {
  const { state } = row;
  if (isUnansweredRead(row)) return texts.unansweredRead;
  switch (state) {
    case 'held':
    case 'approved':
      return texts.waits;
    case 'dispatching':
    case 'indeterminate':
      return texts.indeterminate;
    case 'done':
    case 'failed':
      return texts.answerLost({ state });
    case 'blocked':
    case 'refused':
    case 'expired':
    case 'withdrawn':
      return texts.notSent({ state });
  }
};

/** What to do about a call whose process is gone. */
export const describeLostCall =
  (read: Pick<StoreReader, 'call'>) =>
  async (call: string | null): Promise<string> => {
    const row = call === null ? undefined : await read.call(call);
    const what = row === undefined ? texts.unknown : texts.call({ call: row.id, advice: adviceFor(row) });
    return texts.process({ call: what });
  };
