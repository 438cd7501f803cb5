import { consoleMessages } from '@callgate/messages/console';
import type { ValueFlow, SessionHistory, SessionCall } from '@callgate/operations/api';
import { Link } from 'wouter';
import { Badge, CallStateBadge, LabelBadges, OutcomeBadge, labelText } from '../parts/badge.tsx';
import { storyPath } from '../parts/call-link.tsx';
import { Fact } from '../parts/page.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { Time, formatDuration } from '../parts/time.tsx';
import { TextList, ToolName, Untrusted } from '../parts/untrusted.tsx';
import { flowClass, pathText, labelsRaisedBy } from './call-sentence.ts';

const TEXT = consoleMessages.sessions.call;
const TABLE = consoleMessages.sessions.table;
const ORIGINS = consoleMessages.sessions.origins;

const Source = ({ flow, story }: { flow: ValueFlow; story: SessionHistory }) => {
  const { from } = flow;
  if (from.kind === 'words') return TEXT.fromRequest;
  if (from.kind === 'nowhere') return TEXT.unknownOrigin;
  const call = story.calls.find(({ id }) => id === from.call);
  return (
    <Sentence
      parts={TEXT.firstSeen({
        tool:
          call === undefined ? (
            <span>{TEXT.earlierResult}</span>
          ) : (
            <ToolName server={call.server} tool={call.target} />
          ),
        path: <Untrusted text={pathText(from.path)} max={80} />,
        origin: ORIGINS[flow.origin],
      })}
    />
  );
};

const Value = ({ flow, story }: { flow: ValueFlow; story: SessionHistory }) => (
  <li className={`sessions-value sessions-flow-${flowClass(flow)}`}>
    <span>
      <Untrusted className="sessions-path" text={pathText(flow.path)} max={80} />
      {flow.text === null ? ' ' : TEXT.equals}
      {flow.text === null ? null : <Untrusted text={flow.text} max={200} />}
      {flow.role === null ? null : <span className="soft"> {flow.role}</span>}
    </span>
    <span>
      <Source flow={flow} story={story} />
      {flow.unproven ? <strong>{TEXT.untraced}</strong> : null}
      {flow.recorded ? null : <span className="soft">{TEXT.computed}</span>}
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
    <section className="card sessions-detail" aria-label={TEXT.label} aria-live="polite">
      <header className="sessions-detail-head">
        <h2>
          <span className="soft">{TEXT.number({ number: story.calls.indexOf(call) + 1 })}</span>{' '}
          <ToolName server={call.server} tool={call.target} />
        </h2>
        <span className="badges">
          <CallStateBadge state={call.state} />
          <OutcomeBadge outcome={call.outcome} enforced={call.enforced} />
          {call.trifecta ? <Badge tone="danger" icon="warning" words={TEXT.trifecta} /> : null}
          {call.outward === 'known' ? <Badge quiet words={TEXT.outward} /> : null}
          {call.destroys ? <Badge quiet words={TEXT.destroys} /> : null}
          {call.agentic ? <Badge tone="agentic" words={TEXT.agentic} /> : null}
          {call.ai ? <Badge tone="ai" words={TEXT.ai} /> : null}
        </span>
      </header>
      <dl className="sessions-facts">
        <Fact name={TEXT.when}>
          <Time at={call.at} />
          {call.dispatchedAt === null || call.endedAt === null ? null : (
            <span className="soft">
              {TEXT.ran({ time: formatDuration(call.endedAt - call.dispatchedAt) })}
            </span>
          )}
        </Fact>
        <Fact name={TEXT.labels}>
          <LabelBadges labels={call.labels} />
        </Fact>
        {raised.length === 0 ? null : (
          <Fact name={TEXT.raised}>
            <span className="badges">
              {raised.map(({ label, strength, at }) => (
                <Badge key={`${label} ${at}`} tone={label} words={labelText(label, strength)} />
              ))}
            </span>
          </Fact>
        )}
        {call.reasons.length === 0 ? null : (
          <Fact name={TEXT.why}>
            <TextList className="sessions-reasons" texts={call.reasons} textClass="prose" max={400} />
          </Fact>
        )}
        {call.fault === null ? null : (
          <Fact name={TEXT.ended}>
            <Untrusted className="prose" text={call.fault.message} max={400} />
          </Fact>
        )}
        {flows.length === 0 ? null : (
          <Fact name={TEXT.values}>
            <ul className="sessions-values">
              {flows.map((flow, at) => (
                <Value key={at} flow={flow} story={story} />
              ))}
            </ul>
          </Fact>
        )}
        {onwards.length === 0 ? null : (
          <Fact name={TEXT.usedIn}>
            <ul className="sessions-reasons">
              {onwards.map(({ path, later }, at) => (
                <li key={at}>
                  <Sentence
                    parts={TEXT.usedAs({
                      path: <Untrusted text={pathText(path)} max={60} />,
                      tool: <ToolName server={later.server} tool={later.target} />,
                    })}
                  />
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </dl>
      <p className="sessions-links">
        {call.state === 'held' && call.waiting === 'people' ? (
          <Link className="button button-primary" href={`/inbox/${encodeURIComponent(call.id)}`}>
            {TEXT.decide}
          </Link>
        ) : null}
        <Link className="button" href={storyPath(call.id)}>
          {TEXT.history}
        </Link>
      </p>
    </section>
  );
};

/** Everything that the picture shows, in words. Roles are written out because a phone shows rows as blocks. */
export const CallTable = ({ story }: { story: SessionHistory }) => (
  <table className="sessions-table" role="table">
    <caption className="hidden-words">{TABLE.caption}</caption>
    <thead role="rowgroup">
      <tr role="row">
        {TABLE.head.map((name) => (
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
            <Link href={storyPath(call.id)} aria-label={TABLE.history({ number: index + 1 })}>
              {index + 1}
            </Link>,
            <Time at={call.at} />,
            <ToolName server={call.server} tool={call.target} />,
            <OutcomeBadge outcome={call.outcome} enforced={call.enforced} />,
            <CallStateBadge state={call.state} />,
            <LabelBadges labels={call.labels} />,
            <>
              {labelsRaisedBy(story.steps, call.id)
                .map(({ label, strength }) => labelText(label, strength))
                .join(', ')}
              {call.trifecta ? <strong>{TABLE.met}</strong> : null}
            </>,
            story.flows
              .filter(({ to }) => to === call.id)
              .map((flow, at) => (
                <div key={at}>
                  <Sentence
                    parts={TABLE.value({
                      path: <Untrusted text={pathText(flow.path)} max={40} />,
                      origin: ORIGINS[flow.origin],
                    })}
                  />
                </div>
              )),
          ].map((cell, at) => (
            <td key={TABLE.head[at]} role="cell" className={at === 0 ? 'sessions-cell-number' : undefined}>
              {cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
