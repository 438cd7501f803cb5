import type { CallStory } from '@callgate/operations/api';
import { Link } from 'wouter';
import { CallState } from '../parts/call-state.tsx';
import { Icon } from '../parts/icon.tsx';
import { JsonValue } from '../parts/json-value.tsx';
import { Outcome } from '../parts/outcome.tsx';
import { Problem } from '../parts/problem.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { Time } from '../parts/time.tsx';
import { ToolName } from '../parts/tool-name.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import { useRead } from '../shell/use-api.ts';
import { Decided } from './decided.tsx';
import { Timeline } from './timeline.tsx';

const Fact = ({ name, text }: { name: string; text: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <Untrusted text={text} max={400} />
    </dd>
  </div>
);

const Facts = ({ call }: Pick<CallStory, 'call'>) => (
  <details className="record-fold">
    <summary>Ids and digests</summary>
    <dl className="record-facts">
      <Fact name="call" text={call.id} />
      <Fact name="kind" text={call.kind} />
      <Fact name="session" text={call.session} />
      <Fact
        name="context"
        text={`${call.context}${call.authenticated ? '' : ' (only named by the client)'}`}
      />
      <Fact name="definition" text={call.definition} />
      <Fact name="arguments" text={call.argumentsDigest} />
      <Fact name="policy" text={call.policy} />
      <Fact name="attempts" text={String(call.attempt)} />
      <Fact name="answer handed over" text={call.released ? 'yes' : 'no'} />
    </dl>
  </details>
);

const Whole = ({ story }: { story: CallStory }) => {
  const { call, grant } = story;
  return (
    <>
      <p className="record-story-badges">
        <Outcome outcome={call.outcome} enforced={call.enforced} />
        <CallState state={call.state} />
        <span>
          <Untrusted text={call.principal} max={80} /> at <Time at={call.receivedAt} />
        </span>
      </p>
      <p className="record-story-links">
        <Link href={`/sessions/${encodeURIComponent(call.session)}`}>Its session</Link>
        <Link href={`/record?session=${encodeURIComponent(call.session)}`}>Calls of its session</Link>
        {call.state === 'held' ? (
          <Link href={`/inbox/${encodeURIComponent(call.id)}`}>In the inbox</Link>
        ) : null}
        <Link href={`/tools/${encodeURIComponent(call.server)}/${encodeURIComponent(call.target)}`}>
          The tool
        </Link>
      </p>
      <section className="record-part" aria-label="What happened">
        <h3>What happened</h3>
        <Timeline rows={story.rows} />
      </section>
      <section className="record-part" aria-label="Arguments">
        <h3>Arguments</h3>
        <JsonValue value={story.arguments} />
      </section>
      <Decided story={story} />
      {grant === null ? null : (
        <section className="record-part" aria-label="Grant">
          <h3>Grant</h3>
          <p>
            <Untrusted text={grant.scope} max={600} lines />
          </p>
          <p className="record-soft">
            <Untrusted text={grant.id} max={80} />
            {grant.by.length === 0 ? null : (
              <>
                , given by <Untrusted text={grant.by.join(', ')} max={200} />
              </>
            )}
          </p>
        </section>
      )}
      <Facts call={call} />
    </>
  );
};

/** One call with all that became of it. */
export const Story = ({ call, back }: { call: string; back: string }) => {
  const story = useRead('record.story', { call });
  const { data } = story;
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
      {story.error === null ? null : <Problem error={story.error} />}
      {shown === undefined ? story.error === null ? <Skeleton lines={10} /> : null : <Whole story={shown} />}
    </aside>
  );
};
