import type { SessionHistory } from '@callgate/operations/api';
import { type ReactNode, useMemo, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { LabelBadges } from '../parts/badge.tsx';
import { storyPath } from '../parts/call-link.tsx';
import { formatInteger } from '../parts/format-count.ts';
import { Button, Switch } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { Page, Loading } from '../parts/page.tsx';
import { Time, formatDuration } from '../parts/time.tsx';
import { TextList, Untrusted } from '../parts/untrusted.tsx';
import { useRead } from '../shell/use-api.ts';
import { CallDetail, CallTable } from './call-detail.tsx';
import { type Axis, type Zoom, ZOOMS } from './picture/picture-layout.ts';
import { SessionPicture } from './picture/session-picture.tsx';
import { Legend, Trifecta, UserMessagesCard } from './session-cards.tsx';
import { DeclassifyButtons } from './declassify-buttons.tsx';

const callsText = ({ counts: { calls, more } }: SessionHistory['summary']): string =>
  `${formatInteger(calls)}${more ? '+' : ''} call${calls === 1 ? '' : 's'}`;

/** Whose session it is, what it has touched now, and what is not known of it any more. */
const SessionHead = ({ story }: { story: SessionHistory }) => {
  const { summary, gaps } = story;
  const { labels } = summary;
  return (
    <header className="sessions-head">
      <p className="sessions-who">
        <Untrusted text={summary.principal} max={120} /> <span className="soft">in</span>{' '}
        {summary.authenticated ? (
          <Untrusted text={summary.context} max={200} />
        ) : (
          'contexts that only the client names'
        )}
      </p>
      <p className="soft">
        {callsText(summary)}, <Time at={summary.first} /> to <Time at={summary.last} /> (
        {formatDuration(summary.last - summary.first)})
        {summary.waiting === 0 ? '' : `, ${summary.waiting} waiting for people`}
      </p>
      <div className="sessions-now">
        <span className="soft">Now:</span>
        {labels === null ? <span>over, no labels are kept</span> : <LabelBadges labels={labels} />}
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

/** The call somebody came for, or the one that is worth a look first. */
const firstCall = ({ calls, met, summary }: SessionHistory, wanted: string): string | null => {
  const named = wanted === summary.lastCall ? undefined : calls.find(({ id }) => id === wanted);
  const stopped = calls.find(({ state }) => STOPPED.has(state));
  return named?.id ?? met ?? stopped?.id ?? calls.at(-1)?.id ?? null;
};

const AXES = [
  { value: 'order', name: 'Order' },
  { value: 'time', name: 'Time' },
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
        <Switch className="sessions-switch" label="Axis" options={AXES} value={axis} onChange={setAxis} />
        <span className="sessions-zoom" role="group" aria-label="Size of the picture">
          <Button look="quiet" aria-label="Smaller" disabled={at === 0} onClick={() => zoomTo(at - 1)}>
            −
          </Button>
          <Button look="quiet" aria-pressed={zoom === 0} onClick={() => zoomTo(0)}>
            Whole
          </Button>
          <Button
            look="quiet"
            aria-label="Larger"
            disabled={at === ZOOMS.length - 1}
            onClick={() => zoomTo(at + 1)}
          >
            +
          </Button>
        </span>
        {earlier}
        <span className="soft sessions-keys">
          <kbd>←</kbd> <kbd>→</kbd> from call to call, <kbd>Enter</kbd> opens its story
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
        <summary>The same in words: {story.calls.length} calls as a table</summary>
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
        {next == null ? null : <Button onClick={() => setAfter([...after, next])}>Earlier calls</Button>}
        {after.length === 0 ? null : (
          <Button onClick={() => setAfter(after.slice(0, -1))}>Later calls</Button>
        )}
      </span>
    );
  return (
    <Page
      title="Session"
      actions={
        <Link className="button button-quiet" href="/sessions">
          <Icon name="back" /> All sessions
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
