import { display } from '@callgate/core';
import { consoleMessages } from '@callgate/messages/console';
import type { SessionHistory, SessionCall } from '@callgate/operations/api';
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { callSentence, labelsRaisedBy } from '../call-sentence.ts';
import { LABEL_NAMES } from '../../parts/badge.tsx';
import { Untrusted } from '../../parts/untrusted.tsx';
import { AxisLine, Bands, LabelDrops, Patterns, ExitLane, labelSpans } from './bands.tsx';
import { FlowChips, FlowLines, PersonLane } from './flow-lines.tsx';
import { type Axis, type PictureLayout, type Zoom, BAND_HEIGHT, layOutPicture } from './picture-layout.ts';
import { CallMark } from './call-mark.tsx';

const TEXT = consoleMessages.sessions.chart;

interface VisibleWindow {
  readonly left: number;
  readonly width: number;
}

const STEP = 100;

/** The part of something wide that is in sight. Changes in steps, so that scrolling stays smooth. */
const useWindow = (): readonly [RefObject<HTMLDivElement | null>, VisibleWindow] => {
  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<VisibleWindow>({ left: 0, width: 800 });
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    let frame = 0;
    const look = (): void => {
      frame = 0;
      const left = Math.round(element.scrollLeft / STEP) * STEP;
      const width = element.clientWidth;
      setView((before) => (before.left === left && before.width === width ? before : { left, width }));
    };
    const soon = (): void => {
      if (frame === 0) frame = requestAnimationFrame(look);
    };
    look();
    const sizes = new ResizeObserver(soon);
    sizes.observe(element);
    element.addEventListener('scroll', soon, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      sizes.disconnect();
      element.removeEventListener('scroll', soon);
    };
  }, []);
  return [scroller, view];
};

interface SessionPictureProps {
  readonly story: SessionHistory;
  readonly axis: Axis;
  readonly zoom: Zoom;
  readonly selected: string | null;
  readonly onSelect: (call: string) => void;
  readonly onOpen: (call: string) => void;
}

const CHARACTER = 6.6;

/** The tool's name, where it does not run into the next one on its lane. */
const nameOf = (
  call: SessionCall,
  { rooms, radius }: PictureLayout,
  index: number,
  current: boolean,
): string | null => {
  const room = Math.floor((rooms[index] ?? 0) / CHARACTER) - 1;
  if (radius <= 6 || (room < 9 && !current)) return null;
  return display(call.target, { max: Math.min(26, Math.max(18, room)) });
};

const STANDS_OUT = 5.5;

/** Where calls lie over each other, those that did not just run are on top. */
const drawingOrder = (calls: readonly SessionCall[], { radius }: PictureLayout): readonly number[] => {
  const all = calls.map((_, index) => index);
  if (radius > STANDS_OUT) return all;
  const ran = (index: number): boolean => calls[index]?.state === 'done';
  return [...all.filter(ran), ...all.filter((index) => !ran(index))];
};

/** The names of the rows stay where they are while the picture moves under them. */
const Names = ({ layout }: { layout: PictureLayout }) => (
  <div className="sessions-names" style={{ height: layout.height }} aria-hidden="true">
    {LABEL_NAMES.map((label) => (
      <span
        key={label}
        className={`sessions-name sessions-name-${label}`}
        style={{ top: layout.bandY[label] + BAND_HEIGHT - 11 }}
      >
        {consoleMessages.terms.labelNames[label]}
      </span>
    ))}
    <span className="sessions-name sessions-name-out" style={{ top: layout.bandY.out + BAND_HEIGHT - 8 }}>
      {TEXT.wayOut}
    </span>
    {layout.personY === null ? null : (
      <span className="sessions-name" style={{ top: layout.personY }}>
        {TEXT.user}
      </span>
    )}
    {layout.lanes.map(({ server, y }) => (
      <span key={server} className="sessions-name sessions-name-server" style={{ top: y }}>
        <Untrusted text={server} max={60} />
      </span>
    ))}
  </div>
);

/** A session as a picture: a lane for each server, a mark for each call, labels as bands, values as lines. */
export const SessionPicture = ({ story, axis, zoom, selected, onSelect, onOpen }: SessionPictureProps) => {
  const { calls, words, events, steps } = story;
  const [scroller, view] = useWindow();
  const [hovered, setHovered] = useState<string | null>(null);
  const moved = useRef(false);
  const layout = useMemo(
    () => layOutPicture({ calls, words, events, axis, zoom, room: view.width }),
    [calls, words, events, axis, zoom, view.width],
  );
  const spans = useMemo(() => labelSpans(steps, layout), [steps, layout]);
  const sentences = useMemo(
    () => calls.map((call, index) => callSentence(call, index, calls.length, labelsRaisedBy(steps, call.id))),
    [calls, steps],
  );
  const order = useMemo(() => drawingOrder(calls, layout), [calls, layout]);
  const from = view.left - 300;
  const to = view.left + view.width + 300;
  const drawing = { story, layout, axis, active: hovered ?? selected, from, to };
  const at = selected === null ? -1 : (layout.indexOf.get(selected) ?? -1);
  const x = layout.xs[at];

  useEffect(() => {
    const element = scroller.current;
    if (element === null || x === undefined) return;
    const margin = Math.min(120, element.clientWidth / 4);
    if (x < element.scrollLeft + margin) element.scrollLeft = x - margin;
    else if (x > element.scrollLeft + element.clientWidth - margin)
      element.scrollLeft = x - element.clientWidth + margin;
  }, [scroller, x]);

  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    scroller.current?.querySelector<SVGGElement>('.sessions-mark-current')?.focus({ preventScroll: true });
  });

  const select = (index: number): void => {
    const call = calls[Math.max(0, Math.min(calls.length - 1, index))];
    if (call === undefined) return;
    moved.current = true;
    onSelect(call.id);
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowRight: () => select(at + 1),
    ArrowLeft: () => select(at - 1),
    Home: () => select(0),
    End: () => select(calls.length - 1),
    Enter: () => {
      if (selected !== null) onOpen(selected);
    },
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const run = event.altKey || event.ctrlKey || event.metaKey ? undefined : keys[event.key];
    if (run === undefined) return;
    event.preventDefault();
    run();
  };
  const callAt = (event: MouseEvent): string | null => {
    const mark = event.target instanceof Element ? event.target.closest('[data-index]') : null;
    return calls[Number(mark?.getAttribute('data-index') ?? -1)]?.id ?? null;
  };
  const onClick = (event: MouseEvent): void => {
    const call = callAt(event);
    if (call === null) return;
    // a click that no mouse made is that of a screen reader on a link
    if (event.detail === 0 || event.detail === 2) onOpen(call);
    else select(layout.indexOf.get(call) ?? 0);
  };

  return (
    <figure className="sessions-picture" aria-label={TEXT.label}>
      <Names layout={layout} />
      <div
        ref={scroller}
        className="sessions-scroller"
        role="group"
        aria-label={TEXT.keys}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onMouseMove={(event) => setHovered(callAt(event))}
        onMouseLeave={() => setHovered(null)}
      >
        <svg width={layout.width} height={layout.height} className="sessions-svg">
          <Patterns />
          <Bands spans={spans} layout={layout} />
          <g aria-hidden="true">
            {layout.lanes.map(({ server, y }) => (
              <line key={server} className="sessions-lane" x1={0} x2={layout.width} y1={y} y2={y} />
            ))}
          </g>
          <ExitLane {...drawing} />
          <LabelDrops {...drawing} />
          <AxisLine {...drawing} />
          <PersonLane {...drawing} />
          <FlowLines {...drawing} />
          {order.map((index) => {
            const call = calls[index];
            if (call === undefined) return null;
            const place = layout.xs[index] ?? 0;
            const current = call.id === selected;
            if (!current && (place < from || place > to)) return null;
            return (
              <CallMark
                key={call.id}
                call={call}
                index={index}
                x={place}
                y={layout.ys[index] ?? 0}
                radius={call.state === 'done' ? layout.radius : Math.max(STANDS_OUT, layout.radius)}
                words={sentences[index] ?? ''}
                name={nameOf(call, layout, index, current)}
                current={current}
              />
            );
          })}
          <FlowChips {...drawing} left={view.left} right={view.left + view.width} />
        </svg>
      </div>
    </figure>
  );
};
