import { consoleMessages } from '@callgate/messages/console';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { CallStateBadge } from '../parts/badge.tsx';
import { CallLink } from '../parts/call-link.tsx';
import { EmptyState, Loading } from '../parts/page.tsx';
import { Time, formatTimeLeft, useNow } from '../parts/time.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import { useEvents } from '../shell/events.ts';
import { useRead } from '../shell/use-api.ts';
import { Marks, edgeTone } from './marks.tsx';
import type { CallInProgress } from './inbox-types.ts';

const TEXT = consoleMessages.inbox.running;

const KEY = ['inbox.activity', {}] as const;
const BETWEEN_MS = 400;

/** Calls in flight, with what they say of themselves as they say it. */
const useActivity = (): readonly CallInProgress[] | undefined => {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEvents((event) => {
    if (event.type !== 'progress') return;
    const { type: _, call, ...progress } = event;
    const before = client.getQueryData<readonly CallInProgress[]>(KEY);
    const known = before?.find((one) => one.call === call);
    client.setQueryData<readonly CallInProgress[]>(
      KEY,
      before?.map((one) => (one === known ? { ...one, progress: { ...progress, at: Date.now() } } : one)),
    );
    // steps that came close together are told as one: the whole feed is with the server
    if (known === undefined || known.marks.includes('agentic'))
      timer.current ??= setTimeout(() => {
        timer.current = undefined;
        void client.invalidateQueries({ queryKey: KEY });
      }, BETWEEN_MS);
  });
  return useRead(...KEY).data;
};

const Elapsed = ({ running: { since, endedAt, until } }: { running: CallInProgress }) => {
  const now = useNow();
  return (
    <span className="soft">
      {endedAt === null
        ? TEXT.elapsed({ time: formatTimeLeft(now - since) })
        : TEXT.took({ time: formatTimeLeft(endedAt - since) })}
      {until === null || endedAt !== null ? '' : TEXT.timeout({ time: formatTimeLeft(until - now) })}
    </span>
  );
};

const Progress = ({ running: { progress, endedAt, feed } }: { running: CallInProgress }) => {
  if (endedAt !== null) return null;
  const share =
    progress?.total === undefined || progress.total <= 0 ? undefined : progress.progress / progress.total;
  return (
    <div className="inbox-progress">
      <progress
        aria-label={TEXT.progress}
        {...(share === undefined ? {} : { value: Math.min(1, Math.max(0, share)), max: 1 })}
      />
      <span className="soft">
        {progress === null
          ? TEXT.noProgress
          : share === undefined
            ? TEXT.step({ step: progress.progress })
            : TEXT.percent({ percent: Math.round(share * 100) })}
      </span>
      {progress?.message === undefined || feed.length > 0 ? null : (
        <p>
          <Untrusted text={progress.message} max={300} />
        </p>
      )}
    </div>
  );
};

const Feed = ({ running: { feed, forgotten } }: { running: CallInProgress }) => (
  <ol className="inbox-feed" aria-label={TEXT.feed}>
    {forgotten === 0 ? null : <li className="soft">{TEXT.forgotten({ count: forgotten })}</li>}
    {feed.map(({ at, message, progress }, index) => (
      <li key={`${at} ${index}`}>
        <Time at={at} />{' '}
        {message === undefined ? (
          <span className="soft">{TEXT.step({ step: progress })}</span>
        ) : (
          <Untrusted text={message} max={500} />
        )}
      </li>
    ))}
  </ol>
);

const RunningItem = ({ running }: { running: CallInProgress }) => (
  <article className={`inbox-running inbox-edge-${edgeTone(running.marks)}`}>
    <header>
      <CallLink {...running} />
      <CallStateBadge state={running.state} />
      <Elapsed running={running} />
    </header>
    <p className="inbox-running-who">
      <Marks marks={running.marks} most={4} /> <Untrusted text={running.principal} max={80} />
    </p>
    <Progress running={running} />
    {running.marks.includes('agentic') && running.feed.length > 0 ? <Feed running={running} /> : null}
  </article>
);

export const RunningCall = ({ call }: { call: string }) => {
  const running = useActivity()?.find((one) => one.call === call);
  return running === undefined ? null : <RunningItem running={running} />;
};

/** Calls in flight that take long or act by themselves, and those that came back just now. */
export const RunningTab = () => {
  const all = useActivity();
  if (all === undefined) return <Loading />;
  if (all.length === 0) return <EmptyState title={TEXT.empty} text={TEXT.emptyText} />;
  return (
    <div className="inbox-side">
      {all.map((running) => (
        <RunningItem key={running.call} running={running} />
      ))}
    </div>
  );
};
