import { consoleMessages } from '@callgate/messages/console';
import type { SessionHistory } from '@callgate/operations/api';
import { type ReactNode, useMemo, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { LabelBadges } from '../parts/badge.tsx';
import { storyPath } from '../parts/call-link.tsx';
import { Button, Switch } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { Page, Loading } from '../parts/page.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { Time, formatDuration } from '../parts/time.tsx';
import { TextList, Untrusted } from '../parts/untrusted.tsx';
import { useRead } from '../shell/use-api.ts';
import { CallDetail, CallTable } from './call-detail.tsx';
import { type Axis, type Zoom, ZOOMS } from './picture/picture-layout.ts';
import { SessionPicture } from './picture/session-picture.tsx';
import { Legend, Trifecta, UserMessagesCard } from './session-cards.tsx';
import { DeclassifyButtons } from './declassify-buttons.tsx';

const TEXT = consoleMessages.sessions.view;

/** Whose session it is, what it has touched now, and what is not known of it any more. */
const SessionHead = ({ story }: { story: SessionHistory }) => {
  const { summary, gaps } = story;
  const { labels } = summary;
  return (
    <header className="sessions-head">
      <p className="sessions-who">
        <Sentence
          parts={TEXT.who({
            user: <Untrusted text={summary.principal} max={120} />,
            context: summary.authenticated ? (
              <Untrusted text={summary.context} max={200} />
            ) : (
              <span>{consoleMessages.sessions.list.unnamed}</span>
            ),
          })}
        />
      </p>
      <p className="soft">
        <Sentence
          parts={TEXT.when({
            calls: summary.counts.calls,
            more: summary.counts.more,
            from: <Time at={summary.first} />,
            to: <Time at={summary.last} />,
          })}
        />
        {TEXT.length({ time: formatDuration(summary.last - summary.first) })}
        {summary.waiting === 0 ? '' : TEXT.waiting({ count: summary.waiting })}
      </p>
      <div className="sessions-now">
        <span className="soft">{TEXT.now}</span>
        {labels === null ? <span>{TEXT.ended}</span> : <LabelBadges labels={labels} />}
        <DeclassifyButtons
          labels={labels}
          from={{ session: summary.session, name: `${summary.principal} / ${summary.context}` }}
        />
      </div>
      <TextList className="sessions-gaps" texts={gaps} textClass="prose" />
    </header>
  );
};

const STOPPED: ReadonlySet<string> = new Set(['held', 'blocked', 'refused', 'expired']);

/** The call a person came for, or the one that is worth a look first. */
const firstCall = ({ calls, met, summary }: SessionHistory, wanted: string): string | null => {
  const named = wanted === summary.lastCall ? undefined : calls.find(({ id }) => id === wanted);
  const stopped = calls.find(({ state }) => STOPPED.has(state));
  return named?.id ?? met ?? stopped?.id ?? calls.at(-1)?.id ?? null;
};

const AXES = [
  { value: 'order', name: TEXT.order },
  { value: 'time', name: TEXT.time },
] as const;

const SessionStoryView = ({
  story,
  wanted,
  earlier,
}: {
  story: SessionHistory;
  wanted: string;
  earlier: ReactNode;
}) => {
  const [, go] = useLocation();
  const [axis, setAxis] = useState<Axis>('order');
  const [zoom, setZoom] = useState<Zoom>(1);
  const at = ZOOMS.indexOf(zoom);
  const zoomTo = (index: number): void => setZoom(ZOOMS[index] ?? zoom);
  const [chosen, setChosen] = useState<string | null>(null);
  const [table, setTable] = useState(() => globalThis.matchMedia('(width < 48rem)').matches);
  const first = useMemo(() => firstCall(story, wanted), [story, wanted]);
  const selected = story.calls.some(({ id }) => id === chosen) ? chosen : first;
  const call = story.calls.find(({ id }) => id === selected);
  return (
    <>
      <SessionHead story={story} />
      <Trifecta story={story} onSelect={setChosen} />
      <div className="sessions-tools">
        <Switch
          className="sessions-switch"
          label={TEXT.axis}
          options={AXES}
          value={axis}
          onChange={setAxis}
        />
        <span className="sessions-zoom" role="group" aria-label={TEXT.size}>
          <Button look="quiet" aria-label={TEXT.smaller} disabled={at === 0} onClick={() => zoomTo(at - 1)}>
            {TEXT.smallerSign}
          </Button>
          <Button look="quiet" aria-pressed={zoom === 0} onClick={() => zoomTo(0)}>
            {TEXT.whole}
          </Button>
          <Button
            look="quiet"
            aria-label={TEXT.larger}
            disabled={at === ZOOMS.length - 1}
            onClick={() => zoomTo(at + 1)}
          >
            {TEXT.largerSign}
          </Button>
        </span>
        {earlier}
        <span className="soft sessions-keys">
          <kbd>{TEXT.keyLeft}</kbd> <kbd>{TEXT.keyRight}</kbd> {TEXT.keysMove} <kbd>{TEXT.keyEnter}</kbd>{' '}
          {TEXT.keysOpen}
        </span>
      </div>
      <SessionPicture
        story={story}
        axis={axis}
        zoom={zoom}
        selected={selected}
        onSelect={setChosen}
        onOpen={(id) => go(storyPath(id))}
      />
      <Legend />
      <div className="sessions-below">
        {call === undefined ? null : <CallDetail call={call} story={story} />}
        <UserMessagesCard story={story} />
      </div>
      <details
        className="sessions-text"
        open={table}
        onToggle={({ currentTarget }) => setTable(currentTarget.open)}
      >
        <summary>{TEXT.table({ count: story.calls.length })}</summary>
        {table ? <CallTable story={story} /> : null}
      </details>
    </>
  );
};

export const SessionView = ({ session }: { session: string }) => {
  const [after, setAfter] = useState<readonly string[]>([]);
  const last = after.at(-1);
  const { data, error } = useRead('sessions.show', {
    session,
    ...(last === undefined ? {} : { after: last }),
  });
  const next = data?.earlier;
  const earlier =
    next == null && after.length === 0 ? null : (
      <span className="sessions-pages">
        {next == null ? null : <Button onClick={() => setAfter([...after, next])}>{TEXT.earlier}</Button>}
        {after.length === 0 ? null : (
          <Button onClick={() => setAfter(after.slice(0, -1))}>{TEXT.later}</Button>
        )}
      </span>
    );
  return (
    <Page
      title={TEXT.title}
      actions={
        <Link className="button button-quiet" href="/sessions">
          <Icon name="back" /> {TEXT.all}
        </Link>
      }
    >
      {data === undefined ? (
        <Loading error={error} lines={6} />
      ) : (
        <SessionStoryView story={data} wanted={session} earlier={earlier} />
      )}
    </Page>
  );
};
