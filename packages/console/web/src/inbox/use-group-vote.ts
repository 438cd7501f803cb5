import { refusalText } from '@callgate/operations/api';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../parts/toast.tsx';
import type { ApiError, ResultOf } from '../shell/api.ts';
import { change } from '../shell/api.ts';
import { followCall, outcomeToast } from './follow-call.ts';

type Named = { readonly call: string; readonly binding: string };
type Outcomes = ResultOf<'inbox.voteGroup'>;

const AT_ONCE = 100;

export interface GroupVote {
  readonly busy: boolean;
  readonly error: ApiError | null;
  readonly send: (calls: readonly Named[], verdict: 'approve' | 'refuse', reason?: string) => void;
}

const said = (outcomes: Outcomes, verdict: 'approve' | 'refuse'): void => {
  const uncounted = outcomes.filter(({ refusal }) => refusal !== null);
  const counted = outcomes.length - uncounted.length;
  toast({
    tone: uncounted.length === 0 ? 'neutral' : 'warning',
    text: `You ${verdict === 'approve' ? 'approved' : 'refused'} ${counted} of ${outcomes.length}${
      uncounted.length === 0
        ? ''
        : `; the others: ${uncounted[0] === undefined ? '' : refusalText(uncounted[0])}`
    }`,
  });
};

const RAN: ReadonlySet<string> = new Set(['dispatching', 'done']);

/** Waits for what becomes of the calls that were approved together. */
const followAll = async (outcomes: Outcomes): Promise<void> => {
  const approved = outcomes.filter(({ state, refusal }) => state === 'approved' && refusal === null);
  if (approved.length === 0) return;
  const ended = await Promise.all(approved.map(({ call }) => followCall(call)));
  const ran = ended.filter((one) => RAN.has(one?.state ?? '')).length;
  const other = ended.find((one) => !RAN.has(one?.state ?? ''));
  toast(
    ran === approved.length
      ? { tone: 'good', text: ran === 1 ? 'The call runs or ran' : `All ${ran} calls run or ran` }
      : {
          ...outcomeToast('one of them', other),
          text: `${ran} of ${approved.length} run or ran; ${outcomeToast('one of them', other).text}`,
        },
  );
};

/** One word on several calls, a hundred at a time. */
export const useGroupVote = (onDone: () => void): GroupVote => {
  const client = useQueryClient();
  const vote = useMutation<
    Outcomes,
    ApiError,
    { calls: readonly Named[]; verdict: 'approve' | 'refuse'; reason?: string }
  >({
    mutationFn: async ({ calls, ...word }) => {
      const outcomes: Outcomes[number][] = [];
      for (let at = 0; at < calls.length; at += AT_ONCE) {
        const named = calls.slice(at, at + AT_ONCE).map(({ call, binding }) => ({ call, binding }));
        outcomes.push(...(await change('inbox.voteGroup', { calls: named, ...word })));
      }
      return outcomes;
    },
    onSuccess: (outcomes, { verdict }) => {
      said(outcomes, verdict);
      if (verdict === 'approve') void followAll(outcomes);
      onDone();
    },
    onSettled: () => void client.invalidateQueries(),
  });
  return {
    busy: vote.isPending,
    error: vote.error,
    send: (calls, verdict, reason) =>
      vote.mutate({ calls, verdict, ...(reason === undefined || reason === '' ? {} : { reason }) }),
  };
};
