import { Link } from 'wouter';
import { CallState } from '../parts/call-state.tsx';
import { timeLeft, useNow } from '../parts/countdown.tsx';
import { Empty } from '../parts/empty.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { Time } from '../parts/time.tsx';
import { ToolName } from '../parts/tool-name.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import { Marks, edgeOf } from './marks.tsx';
import type { Running } from './types.ts';
import { useActivity } from './use-activity.ts';

const Elapsed = ({ running }: { running: Running }) => {
  const now = useNow();
  const { since, endedAt, until } = running;
  const left = until === null || endedAt !== null ? '' : ` · given up on in ${timeLeft(until - now)}`;
  return (
    <span className="inbox-soft">
      {endedAt === null ? 'for' : 'took'} {timeLeft((endedAt ?? now) - since)}
      {left}
    </span>
  );
};

const Progress = ({ running }: { running: Running }) => {
  const { progress, endedAt } = running;
  if (endedAt !== null) return null;
  const share =
    progress?.total === undefined || progress.total <= 0 ? undefined : progress.progress / progress.total;
  return (
    <div className="inbox-progress">
      <progress
        aria-label="Progress"
        {...(share === undefined ? {} : { value: Math.min(1, Math.max(0, share)), max: 1 })}
      />
      <span className="inbox-soft">
        {progress === null
          ? 'nothing told yet'
          : share === undefined
            ? `step ${progress.progress}`
            : `${Math.round(share * 100)} %`}
      </span>
      {progress?.message === undefined || running.feed.length > 0 ? null : (
        <p>
          <Untrusted text={progress.message} max={300} />
        </p>
      )}
    </div>
  );
};

const Feed = ({ running }: { running: Running }) =>
  running.marks.includes('agentic') && running.feed.length > 0 ? (
    <ol className="inbox-feed" aria-label="What it says it does">
      {running.forgotten === 0 ? null : (
        <li className="inbox-soft">
          {running.forgotten.toLocaleString('en')} earlier steps are no longer kept
        </li>
      )}
      {running.feed.map((activity, index) => (
        <li key={`${activity.at} ${index}`}>
          <Time at={activity.at} />{' '}
          {activity.message === undefined ? (
            <span className="inbox-soft">step {activity.progress}</span>
          ) : (
            <Untrusted text={activity.message} max={500} />
          )}
        </li>
      ))}
    </ol>
  ) : null;

const One = ({ running }: { running: Running }) => (
  <article className={`inbox-running inbox-edge-${edgeOf(running.marks)}`}>
    <header>
      <Link href={`/record/${encodeURIComponent(running.call)}`}>
        <ToolName server={running.server} tool={running.target} />
      </Link>
      <CallState state={running.state} />
      <Elapsed running={running} />
    </header>
    <p className="inbox-running-who">
      <Marks marks={running.marks} most={4} /> <Untrusted text={running.principal} max={80} />
    </p>
    <Progress running={running} />
    <Feed running={running} />
  </article>
);

/** The one call, where it is out. */
export const RunningOf = ({ call }: { call: string }) => {
  const running = useActivity()?.find((one) => one.call === call);
  return running === undefined ? null : <One running={running} />;
};

/** Calls in flight that take long or act by themselves, and those that came back just now. */
export const RunningTab = () => {
  const all = useActivity();
  if (all === undefined) return <Skeleton />;
  if (all.length === 0)
    return (
      <Empty title="Nothing is running">
        <p>Calls that are slow, heavy, use AI or act as agents show here what they are doing.</p>
      </Empty>
    );
  return (
    <div className="inbox-side">
      {all.map((running) => (
        <One key={running.call} running={running} />
      ))}
    </div>
  );
};
