import type { ValueFlow, SessionHistory, SessionCall } from '@callgate/operations/api';
import { Link } from 'wouter';
import { Badge, CallStateBadge, LabelBadges, OutcomeBadge } from '../parts/badge.tsx';
import { storyPath } from '../parts/call-link.tsx';
import { Fact } from '../parts/page.tsx';
import { Time, formatDuration } from '../parts/time.tsx';
import { TextList, ToolName, Untrusted } from '../parts/untrusted.tsx';
import { ORIGIN_WORDS, flowClass, pathText, labelsRaisedBy } from './call-sentence.ts';

const Source = ({ flow, story }: { flow: ValueFlow; story: SessionHistory }) => {
  const { from } = flow;
  if (from.kind === 'words') return 'from the person’s own words';
  if (from.kind === 'nowhere') return 'seen nowhere before';
  const call = story.calls.find(({ id }) => id === from.call);
  return (
    <>
      first seen in{' '}
      {call === undefined ? 'an earlier result' : <ToolName server={call.server} tool={call.target} />} at{' '}
      <Untrusted text={pathText(from.path)} max={80} />: {ORIGIN_WORDS[flow.origin]}
    </>
  );
};

const Value = ({ flow, story }: { flow: ValueFlow; story: SessionHistory }) => (
  <li className={`sessions-value sessions-flow-${flowClass(flow)}`}>
    <span>
      <Untrusted className="sessions-path" text={pathText(flow.path)} max={80} />
      {flow.text === null ? ' ' : ' = '}
      {flow.text === null ? null : <Untrusted text={flow.text} max={200} />}
      {flow.role === null ? null : <span className="soft"> {flow.role}</span>}
    </span>
    <span>
      <Source flow={flow} story={story} />
      {flow.unproven ? <strong>; nothing vouches for it</strong> : null}
      {flow.recorded ? null : <span className="soft"> (worked out now)</span>}
    </span>
  </li>
);

export const CallDetail = ({ call, story }: { call: SessionCall; story: SessionHistory }) => {
  const raised = labelsRaisedBy(story.steps, call.id);
  const flows = story.flows.filter(({ to }) => to === call.id);
  const onwards = story.flows.flatMap(({ from, to, path }) => {
    const later = story.calls.find(({ id }) => id === to);
    return from.kind === 'call' && from.call === call.id && later !== undefined ? [{ path, later }] : [];
  });
  return (
    <section className="card sessions-detail" aria-label="The call that is looked at" aria-live="polite">
      <header className="sessions-detail-head">
        <h2>
          <span className="soft">{story.calls.indexOf(call) + 1}.</span>{' '}
          <ToolName server={call.server} tool={call.target} />
        </h2>
        <span className="badges">
          <CallStateBadge state={call.state} />
          <OutcomeBadge outcome={call.outcome} enforced={call.enforced} />
          {call.trifecta ? <Badge tone="danger" icon="warning" words="all three legs" /> : null}
          {call.outward === 'known' ? <Badge quiet words="leads out" /> : null}
          {call.destroys ? <Badge quiet words="destroys" /> : null}
          {call.agentic ? <Badge tone="agentic" words="acts by itself" /> : null}
          {call.ai ? <Badge tone="ai" words="uses AI" /> : null}
        </span>
      </header>
      <dl className="sessions-facts">
        <Fact name="When">
          <Time at={call.at} />
          {call.dispatchedAt === null || call.endedAt === null ? null : (
            <span className="soft"> ran {formatDuration(call.endedAt - call.dispatchedAt)}</span>
          )}
        </Fact>
        <Fact name="Judged on">
          <LabelBadges labels={call.labels} />
        </Fact>
        {raised.length === 0 ? null : (
          <Fact name="Raised">
            <span className="badges">
              {raised.map(({ label, strength, at }) => (
                <Badge key={`${label} ${at}`} tone={label} words={`${label} to ${strength}`} />
              ))}
            </span>
          </Fact>
        )}
        {call.reasons.length === 0 ? null : (
          <Fact name="Why">
            <TextList className="sessions-reasons" texts={call.reasons} textClass="prose" max={400} />
          </Fact>
        )}
        {call.fault === null ? null : (
          <Fact name="Ended by">
            <Untrusted className="prose" text={call.fault.message} max={400} />
          </Fact>
        )}
        {flows.length === 0 ? null : (
          <Fact name="Values">
            <ul className="sessions-values">
              {flows.map((flow, at) => (
                <Value key={at} flow={flow} story={story} />
              ))}
            </ul>
          </Fact>
        )}
        {onwards.length === 0 ? null : (
          <Fact name="Went on to">
            <ul className="sessions-reasons">
              {onwards.map(({ path, later }, at) => (
                <li key={at}>
                  <Untrusted text={pathText(path)} max={60} /> of{' '}
                  <ToolName server={later.server} tool={later.target} />
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </dl>
      <p className="sessions-links">
        {call.state === 'held' && call.waiting === 'people' ? (
          <Link className="button button-primary" href={`/inbox/${encodeURIComponent(call.id)}`}>
            Decide in the inbox
          </Link>
        ) : null}
        <Link className="button" href={storyPath(call.id)}>
          Whole story of this call
        </Link>
      </p>
    </section>
  );
};

const COLUMNS = ['Call', 'When', 'Tool', 'Decided', 'State', 'Judged on', 'Raised', 'Values from'] as const;

/** Everything that the picture shows, in words. Roles are written out because a phone shows rows as blocks. */
export const CallTable = ({ story }: { story: SessionHistory }) => (
  <table className="sessions-table" role="table">
    <caption className="hidden-words">The calls of the session in order</caption>
    <thead role="rowgroup">
      <tr role="row">
        {COLUMNS.map((name) => (
          <th key={name} role="columnheader" scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup">
      {story.calls.map((call, index) => (
        <tr key={call.id} role="row" className={call.trifecta ? 'sessions-row-met' : undefined}>
          {[
            <Link href={storyPath(call.id)} aria-label={`Story of call ${index + 1}`}>
              {index + 1}
            </Link>,
            <Time at={call.at} />,
            <ToolName server={call.server} tool={call.target} />,
            <OutcomeBadge outcome={call.outcome} enforced={call.enforced} />,
            <CallStateBadge state={call.state} />,
            <LabelBadges labels={call.labels} />,
            <>
              {labelsRaisedBy(story.steps, call.id)
                .map(({ label, strength }) => `${label} to ${strength}`)
                .join(', ')}
              {call.trifecta ? <strong>all three legs meet</strong> : null}
            </>,
            story.flows
              .filter(({ to }) => to === call.id)
              .map((flow, at) => (
                <div key={at}>
                  <Untrusted text={pathText(flow.path)} max={40} />: {ORIGIN_WORDS[flow.origin]}
                </div>
              )),
          ].map((cell, at) => (
            <td key={COLUMNS[at]} role="cell" className={at === 0 ? 'sessions-cell-number' : undefined}>
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
