import { type Outcome, OUTCOMES } from '@callgate/core';
import type { ChartSlice, TimeSpan } from '@callgate/gate/store';
import { consoleMessages } from '@callgate/messages/console';
import { formatCount } from '@callgate/messages/text/count';
import type { AuditLogSize } from '@callgate/operations/api';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { type AuditSearch, DAY, MINUTE, RANGES, searchStart } from './audit-search.ts';

const TEXT = consoleMessages.auditLog.charts;

const USUAL_WIDTH = 720;
const HEIGHT = 200;
const LEFT = 46;
const TOP = 10;
const BOTTOM = 24;
const PLOT = HEIGHT - TOP - BOTTOM;

const dayWords = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const clockWords = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const bothWords = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

export const sliceWords = (from: number, sliceMs: number): string =>
  (sliceMs >= DAY ? dayWords : bothWords).format(from);

/** 1, 2 or 5 with noughts behind, and at least `least`. */
const roundUp = (least: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= least) ?? least;
};

const total = ({ counts }: ChartSlice): number =>
  OUTCOMES.reduce((sum, series) => sum + (counts[series] ?? 0), 0);

interface StackedSlice {
  readonly series: Outcome;
  readonly y: number;
  readonly height: number;
  readonly count: number;
}

const stackSlice = ({ counts }: ChartSlice, most: number): readonly StackedSlice[] => {
  let at = TOP + PLOT;
  return OUTCOMES.map((series) => {
    const count = counts[series] ?? 0;
    const height = count === 0 ? 0 : Math.max(1, (PLOT * count) / most);
    at -= height;
    return { series, y: at, height, count };
  });
};

const Axis = ({ most, width }: { most: number; width: number }) => (
  <g className="record-axis">
    {[0, 0.5, 1].map((share) => {
      const y = TOP + PLOT * (1 - share);
      return (
        <g key={share}>
          <line x1={LEFT} x2={width} y1={y} y2={y} />
          <text x={LEFT - 6} y={y + 4} textAnchor="end">
            {formatCount(Math.round(most * share * 10) / 10)}
          </text>
        </g>
      );
    })}
  </g>
);

/** As wide as there is room, so that its words have the size of all others. */
const useWidth = (): readonly [RefObject<HTMLDivElement | null>, number] => {
  const room = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(USUAL_WIDTH);
  useEffect(() => {
    const element = room.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(Math.max(200, Math.floor(element.clientWidth))));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [room, width];
};

/** How many calls were decided how, slice by slice. Hatching tells the parts apart without colour. */
export const TimeChart = ({ slices, sliceMs }: { slices: readonly ChartSlice[]; sliceMs: number }) => {
  const id = useId();
  const most = roundUp(Math.max(2, ...slices.map(total)));
  const [room, width] = useWidth();
  const step = (width - LEFT) / Math.max(1, slices.length);
  const thick = Math.min(step * 0.76, 48);
  const every = Math.max(1, Math.ceil(slices.length / Math.max(2, Math.floor(width / 110))));
  const words = sliceMs >= DAY / 2 ? dayWords : clockWords;
  return (
    <div ref={room} className="record-room">
      <svg
        className="record-chart"
        viewBox={`0 0 ${width} ${HEIGHT}`}
        role="img"
        aria-label={TEXT.chartLabel}
      >
        <defs>
          <pattern
            id={`${id}confirm`}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect className="record-fill-confirm" width="6" height="6" />
            <line className="record-hatch" x1="0" y1="0" x2="0" y2="6" />
          </pattern>
          <pattern id={`${id}block`} width="5" height="5" patternUnits="userSpaceOnUse">
            <rect className="record-fill-block" width="5" height="5" />
            <path className="record-hatch" d="M0 0l5 5M5 0l-5 5" />
          </pattern>
        </defs>
        <Axis most={most} width={width} />
        {slices.map((slice, at) => (
          <g key={slice.from}>
            {stackSlice(slice, most).map(({ series, y, height, count }) =>
              count === 0 ? null : (
                <rect
                  key={series}
                  className={series === 'auto' ? 'record-fill-auto' : undefined}
                  fill={series === 'auto' ? undefined : `url(#${id}${series})`}
                  x={LEFT + at * step + (step - thick) / 2}
                  y={y}
                  width={thick}
                  height={height}
                >
                  <title>
                    {TEXT.bar({
                      time: sliceWords(slice.from, sliceMs),
                      count,
                      outcome: consoleMessages.terms.outcomes[series],
                    })}
                  </title>
                </rect>
              ),
            )}
            {at % every === 0 ? (
              <text className="record-tick" x={LEFT + at * step} y={HEIGHT - 6}>
                {words.format(slice.from)}
              </text>
            ) : null}
          </g>
        ))}
      </svg>
    </div>
  );
};

/** A minute to twelve hours, a day to nearly a year. */
const LENGTHS = [
  ...[1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * MINUTE),
  ...[1, 7, 28, 364].map((days) => days * DAY),
];
const MOST_SLICES = 48;

export const chartSpan = (wanted: AuditSearch, size: AuditLogSize | undefined, now: number): TimeSpan => {
  const until = wanted.until ?? Math.ceil((now + 1) / MINUTE) * MINUTE;
  const since = searchStart(wanted, now) ?? size?.firstAt ?? until - RANGES['7d'].ms;
  return { since: Math.min(since, until - MINUTE), until };
};

/** Slices that begin at whole hours and days of the place, few enough to be told apart. */
export const chartSlices = ({ since, until }: TimeSpan): TimeSpan & { readonly sliceMs: number } => {
  const sliceMs =
    LENGTHS.find((length) => (until - since) / length <= MOST_SLICES) ??
    Math.ceil((until - since) / MOST_SLICES);
  const offset = new Date(since).getTimezoneOffset() * MINUTE;
  return { since: Math.floor((since - offset) / sliceMs) * sliceMs + offset, until, sliceMs };
};
