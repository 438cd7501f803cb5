import type { CallRow } from '@callgate/gate/record';
import type { StoreReader } from '@callgate/gate/store';
import { isUnanswered } from '@callgate/gate/host';

type LostCall = Pick<CallRow, 'state' | 'fault' | 'decision'>;

const isUnansweredRead = (row: LostCall): boolean =>
  row.decision.facts.mutates === 'no' && (row.state === 'dispatching' || isUnanswered(row));

const adviceFor = (row: LostCall): string => {
  const { state } = row;
  if (isUnansweredRead(row))
    return 'It only reads and got no answer, so it has failed: it can be called again';
  switch (state) {
    case 'held':
    case 'approved':
      return 'It was not sent and still waits: call again with the same arguments to go on with it';
    case 'dispatching':
    case 'indeterminate':
      return 'It was sent and not heard of, so it is indeterminate: do not repeat it by yourself; tell the person, who can settle it';
    case 'done':
    case 'failed':
      return `It ran and is ${state}, but its answer went with the process: do not repeat it by yourself; tell the person, who can read it in the record`;
    case 'blocked':
    case 'refused':
    case 'expired':
    case 'withdrawn':
      return `It was not sent: it is ${state}`;
  }
};

const UNKNOWN =
  'Whether its call was sent is not known. If it was and was not heard of, it is indeterminate: do not repeat it by yourself; tell the person, who finds it in the record';

/** What to do about a call whose process is gone. */
export const describeLostCall =
  (read: Pick<StoreReader, 'call'>) =>
  async (call: string | null): Promise<string> => {
    const row = call === null ? undefined : await read.call(call);
    const what = row === undefined ? UNKNOWN : `The call is ${row.id}. ${adviceFor(row)}`;
    return `the process that worked on this task does not answer: it has ended, or is paused. ${what}`;
  };
