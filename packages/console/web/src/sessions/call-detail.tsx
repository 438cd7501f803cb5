import type { Flow, SessionStory, StoryCall } from '@callgate/operations/api';
import { Link } from 'wouter';
import { Badge } from '../parts/badge.tsx';
import { CallState } from '../parts/call-state.tsx';
import { Labels } from '../parts/labels.tsx';
import { Outcome } from '../parts/outcome.tsx';
import { Time, duration } from '../parts/time.tsx';
import { ToolName } from '../parts/tool-name.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import { raisedBy } from './call-words.ts';
import { ORIGIN_WORDS, flowClass, pathText } from './flow-words.ts';

const Source = ({ flow, story }: { flow: Flow; story: SessionStory }) => {
  const { from } = flow;
  if (from.kind === 'words') return <>from the person’s own words</>;
  if (from.kind === 'nowhere') return <>seen nowhere before</>;
  const call = story.calls.find(({ id }) => id === from.call);
  return (
    <>
      first seen in{' '}
      {call === undefined ? 'an earlier result' : <ToolName server={call.server} tool={call.target} />} at{' '}
      <Untrusted text={pathText(from.path)} max={80} />: {ORIGIN_WORDS[flow.origin]}
    </>
  );
};

const Value = ({ flow, story }: { flow: Flow; story: SessionStory }) => (
  <li className={`sessions-value sessions-flow-${flowClass(flow)}`}>
    <span>
      <Untrusted className="sessions-path" text={pathText(flow.path)} max={80} />
      {flow.text === null ? (
        ' '
      ) : (
        <>
          {' '}
          = <Untrusted text={flow.text} max={200} />
        </>
      )}
      {flow.role === null ? null : <span className="sessions-soft"> {flow.role}</span>}
    </span>
    <span>
      <Source flow={flow} story={story} />
      {flow.unproven ? <strong>; nothing vouches for it</strong> : null}
      {flow.recorded ? null : <span className="sessions-soft"> (worked out now)</span>}
    </span>
  </li>
);

const took = ({ dispatchedAt, endedAt }: StoryCall): string | null =>
  dispatchedAt === null || endedAt === null ? null : duration(endedAt - dispatchedAt);

/** The call that is looked at. */
export const CallDetail = ({ call, story }: { call: StoryCall; story: SessionStory }) => {
  const index = story.calls.indexOf(call);
  const raised = raisedBy(story.steps, call.id);
  const flows = story.flows.filter(({ to }) => to === call.id);
  const onwards = story.flows.filter(({ from }) => from.kind === 'call' && from.call === call.id);
  const path = encodeURIComponent(call.id);
  return (
    <section className="card sessions-detail" aria-label="The call that is looked at" aria-live="polite">
      <header className="sessions-detail-head">
        <h2>
          <span className="sessions-soft">{index + 1}.</span>{' '}
          <ToolName server={call.server} tool={call.target} />
        </h2>
        <span className="badges">
          <CallState state={call.state} />
          <Outcome outcome={call.outcome} enforced={call.enforced} />
          {call.trifecta ? (
            <Badge tone="danger" icon="warning">
              all three legs
            </Badge>
          ) : null}
          {call.outward === 'known' ? <Badge quiet>leads out</Badge> : null}
          {call.destroys ? <Badge quiet>destroys</Badge> : null}
          {call.agentic ? <Badge tone="agentic">acts by itself</Badge> : null}
          {call.ai ? <Badge tone="ai">uses AI</Badge> : null}
        </span>
      </header>
      <dl className="sessions-facts">
        <dt>When</dt>
        <dd>
          <Time at={call.at} />
          {took(call) === null ? null : <span className="sessions-soft"> ran {took(call)}</span>}
        </dd>
        <dt>Judged on</dt>
        <dd>
          <Labels labels={call.labels} />
        </dd>
        {raised.length === 0 ? null : (
          <>
            <dt>Raised</dt>
            <dd>
              <span className="badges">
                {raised.map(({ label, strength, at }) => (
                  <Badge key={`${label} ${at}`} tone={label}>
                    {label} to {strength}
                  </Badge>
                ))}
              </span>
            </dd>
          </>
        )}
        {call.reasons.length === 0 ? null : (
          <>
            <dt>Why</dt>
            <dd>
              <ul className="sessions-reasons">
                {call.reasons.map((reason, at) => (
                  <li key={at}>
                    <Untrusted className="sessions-prose" text={reason} max={400} />
                  </li>
                ))}
              </ul>
            </dd>
          </>
        )}
        {call.fault === null ? null : (
          <>
            <dt>Ended by</dt>
            <dd>
              <Untrusted className="sessions-prose" text={call.fault.message} max={400} />
            </dd>
          </>
        )}
        {flows.length === 0 ? null : (
          <>
            <dt>Values</dt>
            <dd>
              <ul className="sessions-values">
                {flows.map((flow, at) => (
                  <Value key={at} flow={flow} story={story} />
                ))}
              </ul>
            </dd>
          </>
        )}
        {onwards.length === 0 ? null : (
          <>
            <dt>Went on to</dt>
            <dd>
              <ul className="sessions-reasons">
                {onwards.map(({ to, path: argument }, at) => {
                  const later = story.calls.find(({ id }) => id === to);
                  return later === undefined ? null : (
                    <li key={at}>
                      <Untrusted text={pathText(argument)} max={60} /> of{' '}
                      <ToolName server={later.server} tool={later.target} />
                    </li>
                  );
                })}
              </ul>
            </dd>
          </>
        )}
      </dl>
      <p className="sessions-links">
        {call.state === 'held' && call.waiting === 'people' ? (
          <Link className="button button-primary" href={`/inbox/${path}`}>
            Decide in the inbox
          </Link>
        ) : null}
        <Link className="button" href={`/record/${path}`}>
          Whole story of this call
        </Link>
      </p>
    </section>
  );
};
