import type { UnprovenValue } from '@callgate/core/label';
import { consoleMessages } from '@callgate/messages/console';
import type { CallHistory } from '@callgate/operations/api';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { CallStateBadge, LabelBadges, OutcomeBadge } from '../parts/badge.tsx';
import { CallLink } from '../parts/call-link.tsx';
import { Hints } from '../parts/hints.tsx';
import { Icon } from '../parts/icon.tsx';
import { JsonValue } from '../parts/json-value.tsx';
import { Fact, Problem, Loading } from '../parts/page.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { Time } from '../parts/time.tsx';
import { TextList, ToolName, Untrusted } from '../parts/untrusted.tsx';
import { useRead } from '../shell/use-api.ts';
import { UndoFiles } from './undo-files.tsx';
import { Timeline } from './timeline.tsx';

const TEXT = consoleMessages.auditLog.history;

interface StoryProps {
  readonly story: CallHistory;
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="record-part" aria-label={title}>
    <h3>{title}</h3>
    {children}
  </section>
);

const COUNTED: Readonly<Record<string, string>> = TEXT.counted;

const Rules = ({ rules }: { rules: CallHistory['decision']['rules'] }) => (
  <ul className="record-rules">
    {rules.map(({ id, layer, outcome, reason, counted }) => (
      <li key={`${layer} ${id} ${counted}`}>
        <span className="record-rule-head">
          {outcome === null ? (
            <span className="record-adds">{TEXT.requirementOnly}</span>
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
        origin === undefined ? (
          TEXT.untracedValue
        ) : (
          consoleMessages.sessions.origins[origin]
        )
      ) : (
        <Sentence
          parts={TEXT.firstSeen({
            call: (
              <CallLink call={firstSeen.call}>
                <Untrusted text={`${firstSeen.server}/${firstSeen.tool}`} max={120} />
              </CallLink>
            ),
          })}
        />
      )}
    </span>
  </li>
);

const DecisionPart = ({ story: { decision, labels, unproven } }: StoryProps) => (
  <Part title={TEXT.decision}>
    {decision.mode === 'observe' ? <p>{TEXT.observed}</p> : null}
    <TextList className="record-reasons" texts={decision.reasons} textClass="record-reason" max={1000} />
    <details className="record-fold" open={decision.outcome !== 'auto'}>
      <summary>{TEXT.rules({ count: decision.rules.length })}</summary>
      <Rules rules={decision.rules} />
      {decision.exceptions.map(({ id, rule, reason }) => (
        <p key={id}>
          <Sentence
            parts={TEXT.exception({
              id: <Untrusted text={id} max={120} />,
              rule: <Untrusted text={rule} max={120} />,
              reason: <Untrusted text={reason} max={400} />,
            })}
          />
        </p>
      ))}
    </details>
    <details className="record-fold">
      <summary>{TEXT.hints}</summary>
      <Hints beliefs={decision.beliefs} />
      {decision.conflicts.map(({ hints, between }) => (
        <p key={between.join(' ')}>
          <Sentence parts={TEXT.conflict({ hints: <Untrusted text={hints.join(', ')} max={200} /> })} />
        </p>
      ))}
    </details>
    <p className="record-labels">
      <Sentence parts={TEXT.labels({ labels: <LabelBadges labels={labels} /> })} />
    </p>
    {unproven.length === 0 ? null : (
      <>
        <h4>{TEXT.untraced}</h4>
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
    <summary>{TEXT.ids}</summary>
    <dl className="record-facts">
      {[
        [TEXT.facts.call, call.id] as const,
        [TEXT.facts.kind, call.kind] as const,
        [TEXT.facts.session, call.session] as const,
        [
          TEXT.facts.context,
          call.authenticated ? call.context : TEXT.clientNamed({ context: call.context }),
        ] as const,
        [TEXT.facts.definition, call.definition] as const,
        [TEXT.facts.arguments, call.argumentsDigest] as const,
        [TEXT.facts.policy, call.policy] as const,
        [TEXT.facts.attempts, String(call.attempt)] as const,
        [TEXT.facts.released, consoleMessages.terms.answers[call.released ? 'yes' : 'no']] as const,
      ].map(([name, text]) => (
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
          <Sentence
            parts={TEXT.who({
              user: <Untrusted text={call.principal} max={80} />,
              time: <Time at={call.receivedAt} />,
            })}
          />
        </span>
      </p>
      <p className="record-story-links">
        <Link href={`/sessions/${session}`}>{TEXT.session}</Link>
        <Link href={`/record?session=${session}`}>{TEXT.sessionCalls}</Link>
        {call.state === 'held' ? <Link href={`/inbox/${id}`}>{TEXT.inbox}</Link> : null}
        <Link href={`/tools/${server}/${target}`}>{TEXT.tool}</Link>
      </p>
      <Part title={TEXT.steps}>
        <Timeline rows={story.rows} />
      </Part>
      <UndoFiles call={call.id} />
      <Part title={TEXT.arguments}>
        <JsonValue value={story.arguments} />
      </Part>
      <DecisionPart story={story} />
      {grant === null ? null : (
        <Part title={TEXT.grant}>
          <p>
            <Untrusted text={grant.scope} max={600} lines />
          </p>
          <p className="soft">
            <Untrusted text={grant.id} max={80} />
            {grant.by.length === 0 ? null : (
              <Untrusted className="prose" text={TEXT.grantBy({ who: grant.by.join(', ') })} max={200} />
            )}
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
    <aside className="record-story" aria-label={TEXT.label}>
      <header className="record-story-head">
        <h2>
          {shown === undefined ? (
            TEXT.untitled
          ) : (
            <ToolName server={shown.call.server} tool={shown.call.target} />
          )}
        </h2>
        <Link href={back} className="record-close" aria-label={TEXT.close}>
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
