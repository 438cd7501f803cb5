import { consoleMessages } from '@callgate/messages/console';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { CallState } from '../parts/badge.tsx';
import { CallLink } from '../parts/call-link.tsx';
import { Empty, Reading } from '../parts/page.tsx';
import { Time, timeLeft, useNow } from '../parts/time.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import { useEvents } from '../shell/events.ts';
import { useRead } from '../shell/use-api.ts';
import { Marks, edgeOf } from './marks.tsx';
import type { Running } from './types.ts';

const TEXT = consoleMessages.inbox.running;

const KEY = ['inbox.activity', {}] as const;
const BETWEEN_MS = 400;

/** Calls in flight, with what they say of themselves as they say it. */
const useActivity = (): readonly Running[] | undefined => {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEvents((event) => {
    if (event.type !== 'progress') return;
    const { type: _, call, ...progress } = event;
    const before = client.getQueryData<readonly Running[]>(KEY);
    const known = before?.find((one) => one.call === call);
    client.setQueryData<readonly Running[]>(
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

const Elapsed = ({ running: { since, endedAt, until } }: { running: Running }) => {
  const now = useNow();
  return (
    <span className="soft">
      {endedAt === null
        ? TEXT.elapsed({ time: timeLeft(now - since) })
        : TEXT.took({ time: timeLeft(endedAt - since) })}
      {until === null || endedAt !== null ? '' : TEXT.timeout({ time: timeLeft(until - now) })}
    </span>
  );
};

const Progress = ({ running: { progress, endedAt, feed } }: { running: Running }) => {
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

const Feed = ({ running: { feed, forgotten } }: { running: Running }) => (
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

const One = ({ running }: { running: Running }) => (
  <article className={`inbox-running inbox-edge-${edgeOf(running.marks)}`}>
    <header>
      <CallLink {...running} />
      <CallState state={running.state} />
      <Elapsed running={running} />
    </header>
    <p className="inbox-running-who">
      <Marks marks={running.marks} most={4} /> <Untrusted text={running.principal} max={80} />
    </p>
    <Progress running={running} />
    {running.marks.includes('agentic') && running.feed.length > 0 ? <Feed running={running} /> : null}
  </article>
);

export const RunningOf = ({ call }: { call: string }) => {
  const running = useActivity()?.find((one) => one.call === call);
  return running === undefined ? null : <One running={running} />;
};

/** Calls in flight that take long or act by themselves, and those that came back just now. */
export const RunningTab = () => {
  const all = useActivity();
  if (all === undefined) return <Reading />;
  if (all.length === 0) return <Empty title={TEXT.empty} text={TEXT.emptyText} />;
  return (
    <div className="inbox-side">
      {all.map((running) => (
        <One key={running.call} running={running} />
      ))}
    </div>
  );
};
