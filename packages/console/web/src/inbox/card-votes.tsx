import { Badge } from '../parts/badge.tsx';
import { Card } from '../parts/card.tsx';
import { Time } from '../parts/time.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import type { Question } from './types.ts';

/** Who has said what, and what is missing. */
export const CardVotes = ({ question: asked }: { question: Question }) => {
  const { votes, missing, question } = asked;
  return (
    <Card title="Who has to agree">
      {votes.length === 0 ? null : (
        <ul className="inbox-votes">
          {votes.map((vote) => (
            <li key={vote.subject}>
              <Badge
                tone={vote.verdict === 'approve' ? 'good' : 'block'}
                icon={vote.verdict === 'approve' ? 'check' : 'cross'}
              >
                {vote.verdict === 'approve' ? 'yes' : 'no'}
              </Badge>{' '}
              <Untrusted text={vote.subject} max={120} /> <span className="inbox-soft">by {vote.via}</span>{' '}
              <Time at={vote.at} />
              {vote.reason === null ? null : (
                <p className="inbox-soft">
                  “<Untrusted text={vote.reason} lines />”
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      {missing.length === 0 ? null : (
        <ul className="inbox-missing">
          {missing.map((words) => (
            <li key={words}>
              Still missing: <Untrusted text={words} />
            </li>
          ))}
        </ul>
      )}
      {votes.length === 0 && missing.length === 0 ? (
        <p className="inbox-soft">Nobody has said anything.</p>
      ) : null}
      {question.selfApproval ? (
        <p className="inbox-soft">Whoever makes a call counts as one approver here.</p>
      ) : null}
    </Card>
  );
};
