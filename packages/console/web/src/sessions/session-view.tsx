import type { SessionStory } from '@callgate/operations/api';
import type { JSX } from 'react';
import { useMemo, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { Page } from '../parts/page.tsx';
import { Problem } from '../parts/problem.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { useRead } from '../shell/use-api.ts';
import { CallDetail } from './call-detail.tsx';
import { CallTable } from './call-table.tsx';
import { Legend } from './legend.tsx';
import { SessionHead } from './session-head.tsx';
import { Switch } from './switch.tsx';
import type { Axis, Zoom } from './picture/layout.ts';
import { ZOOMS } from './picture/layout.ts';
import { Picture } from './picture/picture.tsx';
import { Trifecta } from './trifecta.tsx';
import { WordsCard } from './words-card.tsx';

const STOPPED: ReadonlySet<string> = new Set(['held', 'blocked', 'refused', 'expired']);

/** The call somebody came for, or the one that is worth a look first. */
const firstCall = ({ calls, met, summary }: SessionStory, wanted: string): string | null => {
  const named = wanted === summary.lastCall ? undefined : calls.find(({ id }) => id === wanted);
  const stopped = calls.find(({ state }) => STOPPED.has(state));
  return named?.id ?? met ?? stopped?.id ?? calls.at(-1)?.id ?? null;
};

const AXES = [
  { value: 'order', name: 'Order' },
  { value: 'time', name: 'Time' },
] as const;

const Zooming = ({ zoom, onZoom }: { zoom: Zoom; onZoom: (zoom: Zoom) => void }) => {
  const at = ZOOMS.indexOf(zoom);
  const to = (index: number): void => {
    const next = ZOOMS[index];
    if (next !== undefined) onZoom(next);
  };
  return (
    <span className="sessions-zoom" role="group" aria-label="Size of the picture">
      <Button look="quiet" aria-label="Smaller" disabled={at === 0} onClick={() => to(at - 1)}>
        −
      </Button>
      <Button look="quiet" aria-pressed={zoom === 0} onClick={() => to(0)}>
        Whole
      </Button>
      <Button look="quiet" aria-label="Larger" disabled={at === ZOOMS.length - 1} onClick={() => to(at + 1)}>
        +
      </Button>
    </span>
  );
};

const narrow = (): boolean => globalThis.matchMedia('(width < 48rem)').matches;

const Shown = ({
  story,
  wanted,
  earlier,
}: {
  story: SessionStory;
  wanted: string;
  earlier: JSX.Element | null;
}) => {
  const [, go] = useLocation();
  const [axis, setAxis] = useState<Axis>('order');
  const [zoom, setZoom] = useState<Zoom>(1);
  const [chosen, setChosen] = useState<string | null>(null);
  const [table, setTable] = useState(narrow);
  const first = useMemo(() => firstCall(story, wanted), [story, wanted]);
  const selected = story.calls.some(({ id }) => id === chosen) ? chosen : first;
  const call = story.calls.find(({ id }) => id === selected);
  return (
    <>
      <SessionHead story={story} />
      <Trifecta story={story} onSelect={setChosen} />
      <div className="sessions-tools">
        <Switch label="Axis" options={AXES} value={axis} onChange={setAxis} />
        <Zooming zoom={zoom} onZoom={setZoom} />
        {earlier}
        <span className="sessions-soft sessions-keys">
          <kbd>←</kbd> <kbd>→</kbd> from call to call, <kbd>Enter</kbd> opens its story
        </span>
      </div>
      <Picture
        story={story}
        axis={axis}
        zoom={zoom}
        selected={selected}
        onSelect={setChosen}
        onOpen={(id) => go(`/record/${encodeURIComponent(id)}`)}
      />
      <Legend />
      <div className="sessions-below">
        {call === undefined ? null : <CallDetail call={call} story={story} />}
        <WordsCard story={story} />
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

/** One session: a picture, what is looked at in it, and the same in words. */
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
      {error !== null && data === undefined ? <Problem error={error} /> : null}
      {data === undefined ? (
        error === null ? (
          <Skeleton lines={6} />
        ) : null
      ) : (
        <Shown story={data} wanted={session} earlier={earlier} />
      )}
    </Page>
  );
};
