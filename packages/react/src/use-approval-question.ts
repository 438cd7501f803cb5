import type { InboxQuestion } from '@callgate/operations/api';
import { useEffect, useState } from 'react';
import { ApprovalsError } from './approvals-client.ts';
import type { Approvals } from './use-approvals.ts';

export interface QuestionState {
  /** What the person has to look at; null before it is there. */
  readonly asked: InboxQuestion | null;
  readonly problem: ApprovalsError | null;
}

const NONE: QuestionState = { asked: null, problem: null };

/** The whole question about one call, looked at again whenever something changed. */
export const useApprovalQuestion = (
  { client, version }: Pick<Approvals, 'client' | 'version'>,
  call: string,
): QuestionState => {
  const [found, setFound] = useState<QuestionState & { readonly call: string }>({ ...NONE, call });
  useEffect(() => {
    let isCurrent = true;
    client.read('inbox.question', { call }).then(
      (asked) => {
        if (isCurrent) setFound({ call, asked, problem: null });
      },
      (error: unknown) => {
        if (!isCurrent) return;
        if (!(error instanceof ApprovalsError)) throw error;
        setFound({ call, asked: null, problem: error });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [client, call, version]);
  return found.call === call ? found : NONE;
};
