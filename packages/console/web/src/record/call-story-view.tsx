import type { UnprovenValue } from '@callgate/core/label';
import type { CallHistory } from '@callgate/operations/api';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { CallStateBadge, LabelBadges, OutcomeBadge } from '../parts/badge.tsx';
import { CallLink } from '../parts/call-link.tsx';
import { Hints } from '../parts/hints.tsx';
import { Icon } from '../parts/icon.tsx';
import { JsonValue } from '../parts/json-value.tsx';
import { Fact, Problem, Loading } from '../parts/page.tsx';
import { Time } from '../parts/time.tsx';
import { TextList, ToolName, Untrusted } from '../parts/untrusted.tsx';
import { useRead } from '../shell/use-api.ts';
import { Timeline } from './timeline.tsx';

interface StoryProps {
  readonly story: CallHistory;
}

const Part = ({ title, label = title, children }: { title: string; label?: string; children: ReactNode }) => (
  <section className="record-part" aria-label={label}>
    <h3>{title}</h3>
    {children}
  </section>
);

const COUNTED: Readonly<Record<string, string>> = {
  matches: 'it fits',
  'without-claims': 'it fits once what the server claims without ground is set aside',
  'weaker-labels': 'it fits with weaker labels, and more labels never relax',
  fault: 'its condition could not be evaluated',
};

const Rules = ({ rules }: { rules: CallHistory['decision']['rules'] }) => (
  <ul className="record-rules">
    {rules.map(({ id, layer, outcome, reason, counted }) => (
      <li key={`${layer} ${id} ${counted}`}>
        <span className="record-rule-head">
          {outcome === null ? (
            <span className="record-adds">adds only</span>
          ) : (
            <OutcomeBadge outcome={outcome} />
          )}
          <code>
            <Untrusted text={id} max={120} />
          </code>
          <span className="soft">{layer}</span>
          {counted === 'matches' ? null : <span className="soft">{COUNTED[counted] ?? counted}</span>}
        </span>
        <Untrusted className="record-reason" text={reason} max={600} />
      </li>
    ))}
  </ul>
);

const pathWords = (path: UnprovenValue['path']): string =>
  path.map((step) => (typeof step === 'number' ? `[${step}]` : String(step))).join('.');

const Unproven = ({ value: { path, text, firstSeen, origin } }: { value: UnprovenValue }) => (
  <li>
    <code>
      <Untrusted text={pathWords(path)} max={120} />
    </code>{' '}
    {text === undefined ? null : <Untrusted text={text} max={160} />}{' '}
    <span className="soft">
      {firstSeen === undefined ? (
        (origin ?? 'could not be traced')
      ) : (
        <>
          first seen in what{' '}
          <CallLink call={firstSeen.call}>
            <Untrusted text={`${firstSeen.server}/${firstSeen.tool}`} max={120} />
          </CallLink>{' '}
          returned
        </>
      )}
    </span>
  </li>
);

const DecisionPart = ({ story: { decision, labels, unproven } }: StoryProps) => (
  <Part title="Decided" label="The decision">
    {decision.mode === 'observe' ? <p>The policy only observed: nothing was held or blocked.</p> : null}
    <TextList className="record-reasons" texts={decision.reasons} textClass="record-reason" max={1000} />
    <details className="record-fold" open={decision.outcome !== 'auto'}>
      <summary>Rules that fired ({decision.rules.length})</summary>
      <Rules rules={decision.rules} />
      {decision.exceptions.map(({ id, rule, reason }) => (
        <p key={id}>
          Exception <Untrusted text={id} max={120} /> kept <Untrusted text={rule} max={120} /> from firing:{' '}
          <Untrusted text={reason} max={400} />
        </p>
      ))}
    </details>
    <details className="record-fold">
      <summary>What was believed of the tool</summary>
      <Hints beliefs={decision.beliefs} />
      {decision.conflicts.map(({ hints, between }) => (
        <p key={between.join(' ')}>
          Claims about <Untrusted text={hints.join(', ')} max={200} /> contradict each other.
        </p>
      ))}
    </details>
    <p className="record-labels">
      The session then: <LabelBadges labels={labels} />
    </p>
    {unproven.length === 0 ? null : (
      <>
        <h4>Values that nobody vouches for</h4>
        <ul className="record-unproven">
          {unproven.map((value) => (
            <Unproven key={pathWords(value.path)} value={value} />
          ))}
        </ul>
      </>
    )}
  </Part>
);

const Facts = ({ call }: Pick<CallHistory, 'call'>) => (
  <details className="record-fold">
    <summary>Ids and digests</summary>
    <dl className="record-facts">
      {Object.entries({
        call: call.id,
        kind: call.kind,
        session: call.session,
        context: `${call.context}${call.authenticated ? '' : ' (only named by the client)'}`,
        definition: call.definition,
        arguments: call.argumentsDigest,
        policy: call.policy,
        attempts: String(call.attempt),
        'answer handed over': call.released ? 'yes' : 'no',
      }).map(([name, text]) => (
        <Fact key={name} name={name}>
          <Untrusted text={text} max={400} />
        </Fact>
      ))}
    </dl>
  </details>
);

const WholeStory = ({ story }: StoryProps) => {
  const { call, grant } = story;
  const [session, id, server, target] = [call.session, call.id, call.server, call.target].map(
    encodeURIComponent,
  );
  return (
    <>
      <p className="record-story-badges">
        <OutcomeBadge outcome={call.outcome} enforced={call.enforced} />
        <CallStateBadge state={call.state} />
        <span>
          <Untrusted text={call.principal} max={80} /> at <Time at={call.receivedAt} />
        </span>
      </p>
      <p className="record-story-links">
        <Link href={`/sessions/${session}`}>Its session</Link>
        <Link href={`/record?session=${session}`}>Calls of its session</Link>
        {call.state === 'held' ? <Link href={`/inbox/${id}`}>In the inbox</Link> : null}
        <Link href={`/tools/${server}/${target}`}>The tool</Link>
      </p>
      <Part title="What happened">
        <Timeline rows={story.rows} />
      </Part>
      <Part title="Arguments">
        <JsonValue value={story.arguments} />
      </Part>
      <DecisionPart story={story} />
      {grant === null ? null : (
        <Part title="Grant">
          <p>
            <Untrusted text={grant.scope} max={600} lines />
          </p>
          <p className="soft">
            <Untrusted text={grant.id} max={80} />
            {grant.by.length === 0 ? '' : ', given by '}
            {grant.by.length === 0 ? null : <Untrusted text={grant.by.join(', ')} max={200} />}
          </p>
        </Part>
      )}
      <Facts call={call} />
    </>
  );
};

export const CallStoryView = ({ call, back }: { call: string; back: string }) => {
  const { data, error } = useRead('record.story', { call });
  const shown = data?.call.id === call ? data : undefined;
  return (
    <aside className="record-story" aria-label="The story of a call">
      <header className="record-story-head">
        <h2>
          {shown === undefined ? 'Call' : <ToolName server={shown.call.server} tool={shown.call.target} />}
        </h2>
        <Link href={back} className="record-close" aria-label="Close the call">
          <Icon name="cross" />
        </Link>
      </header>
      {shown === undefined ? (
        <Loading error={error} lines={10} />
      ) : (
        <>
          <Problem error={error} />
          <WholeStory story={shown} />
        </>
      )}
    </aside>
  );
};
