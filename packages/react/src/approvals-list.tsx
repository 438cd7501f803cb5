import { consoleMessages } from '@callgate/messages/console';
import type { ReactElement, ReactNode } from 'react';
import { useRef, useState } from 'react';
import type { ApprovalSlots } from './approval-card.tsx';
import { ApprovalCard } from './approval-card.tsx';
import { Untrusted } from './untrusted.tsx';
import type { Approvals, VoteAnswer } from './use-approvals.ts';

const TEXT = consoleMessages.inbox.list;
const TERMS = consoleMessages.terms;

export interface ApprovalsListProps {
  /** From `useApprovals`. */
  readonly approvals: Approvals;
  readonly slots?: (ApprovalSlots & { readonly empty?: ReactNode }) | undefined;
  readonly onAnswer?: ((answer: VoteAnswer) => void) | undefined;
}

/** All calls that wait, each as a card. Unstyled: every part has a class name that begins with `callgate-`. */
export const ApprovalsList = ({ approvals, slots, onAnswer }: ApprovalsListProps): ReactElement => {
  const { calls, problem, isLoading, waiting } = approvals;
  const [said, setSaid] = useState('');
  const section = useRef<HTMLElement>(null);
  const answered = (answer: VoteAnswer): void => {
    setSaid(answer.text);
    // the button that had the focus leaves with its card
    section.current?.focus();
    onAnswer?.(answer);
  };
  return (
    <section ref={section} className="callgate-approvals" aria-label={TEXT.label} tabIndex={-1}>
      <p className="callgate-status" role="status">
        {said}
      </p>
      {problem === null ? null : (
        <p className="callgate-failure" role="alert">
          <Untrusted text={problem.message} max={400} />{' '}
          {problem.help === undefined ? null : <Untrusted text={problem.help} max={400} />}
        </p>
      )}
      {isLoading ? <p className="callgate-loading">{TERMS.loading}</p> : null}
      {!isLoading && problem === null && calls.length === 0 ? (slots?.empty ?? <p>{TEXT.empty}</p>) : null}
      {waiting > calls.length && calls.length > 0 ? <p>{TEXT.waiting({ count: waiting })}</p> : null}
      <ul className="callgate-list">
        {calls.map(({ id }) => (
          <li key={id}>
            <ApprovalCard call={id} approvals={approvals} slots={slots} onAnswer={answered} />
          </li>
        ))}
      </ul>
    </section>
  );
};
