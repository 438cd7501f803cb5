import { Link } from 'wouter';
import { CallState } from '../parts/call-state.tsx';
import { Countdown } from '../parts/countdown.tsx';
import { Icon } from '../parts/icon.tsx';
import { Time } from '../parts/time.tsx';
import { ToolName } from '../parts/tool-name.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import { Marks } from './marks.tsx';
import { Delegation } from './delegation.tsx';
import type { Question } from './types.ts';

/** What is called, who asks, and how long there is. */
export const CardHead = ({ question: asked }: { question: Question }) => {
  const { question, marks, state } = asked;
  return (
    <header className="inbox-head">
      <div className="inbox-head-line">
        <Link href="/inbox" className="inbox-back">
          <Icon name="back" /> All that wait
        </Link>
        {state === 'held' ? (
          <p className="inbox-left">
            <Icon name="clock" /> <Countdown to={question.expiresAt} />
          </p>
        ) : (
          <CallState state={state} />
        )}
      </div>
      <h2 className="inbox-title">
        <ToolName server={question.server} tool={question.target} />
      </h2>
      <Marks marks={marks} />
      <dl className="inbox-who">
        <div>
          <dt>For</dt>
          <dd>
            <Untrusted text={question.principal} max={200} />
          </dd>
        </div>
        {question.delegation.length === 0 ? null : (
          <div className="inbox-delegation">
            <dt>Delegation</dt>
            <dd>
              <Delegation chain={question.delegation} />
            </dd>
          </div>
        )}
        {question.client === null ? null : (
          <div>
            <dt>Client</dt>
            <dd title="As the client calls itself">
              <Untrusted text={question.client} max={80} />
            </dd>
          </div>
        )}
        <div>
          <dt>In</dt>
          <dd>
            <Link href={`/sessions/${encodeURIComponent(asked.session)}`}>
              <Untrusted text={question.context} max={80} />
            </Link>
            {asked.authenticated ? null : (
              <span className="inbox-soft">
                {' '}
                (a name the client chose; it shares the labels of its principal)
              </span>
            )}
          </dd>
        </div>
        <div>
          <dt>Asked</dt>
          <dd>
            <Time at={question.askedAt} />
          </dd>
        </div>
      </dl>
    </header>
  );
};
