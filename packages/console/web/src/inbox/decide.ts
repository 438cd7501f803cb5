import { refusalText } from '@callgate/operations/api';
import { useCallback } from 'react';
import { toast } from '../parts/toast.tsx';
import { useChange } from '../shell/use-api.ts';
import { followCall, outcomeToast } from './follow-call.ts';
import type { Question, Wish } from './types.ts';

export interface Decide {
  readonly busy: boolean;
  readonly approve: (grant?: Wish) => void;
  readonly refuse: (reason: string) => void;
}

/** One person's word on the call that is shown, and what is said afterwards. */
export const useDecide = (asked: Question, opened: boolean, onDone: () => void): Decide => {
  const vote = useChange('inbox.vote');
  const { question } = asked;
  const name = `${question.server}/${question.target}`;
  const { mutate } = vote;
  const send = useCallback(
    (what: { verdict: 'approve' | 'refuse'; reason?: string; grant?: Wish }) =>
      mutate(
        { call: question.call, binding: question.binding, opened, ...what },
        {
          onSuccess: (outcome) => {
            const { state, missing, noGrantBecause, grant } = outcome;
            const refused = refusalText(outcome);
            if (refused !== null) {
              toast({ tone: 'danger', text: refused });
              return;
            }
            const yes = what.verdict === 'approve';
            toast({
              tone: 'neutral',
              text: !yes
                ? `Refused ${name}`
                : missing.length > 0
                  ? `Your approval of ${name} counts. Still missing: ${missing.join('; ')}`
                  : `You approved ${name}${grant === null ? '' : ', and calls like it'}. Waiting for it to run.`,
            });
            // an approval may be void when the call is to leave
            if (yes && state === 'approved')
              void followCall(question.call).then((ended) => toast(outcomeToast(name, ended)));
            if (noGrantBecause !== null)
              toast({ tone: 'warning', text: `No grant was given: ${noGrantBecause}` });
            onDone();
          },
          onError: (error) => toast({ tone: 'danger', text: `${error.message}` }),
        },
      ),
    [mutate, question.call, question.binding, opened, name, onDone],
  );
  return {
    busy: vote.isPending,
    approve: useCallback(
      (grant) => send(grant === undefined ? { verdict: 'approve' } : { verdict: 'approve', grant }),
      [send],
    ),
    refuse: useCallback(
      (reason) => send(reason === '' ? { verdict: 'refuse' } : { verdict: 'refuse', reason }),
      [send],
    ),
  };
};
