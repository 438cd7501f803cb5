import type { StoryCall } from '@callgate/operations/api';
import { duration } from '../../parts/time.tsx';
import type { Axis, Layout } from './layout.ts';

const CLOCK = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const ROOM: Readonly<Record<Axis, number>> = { order: 44, time: 84 };

/** Calls that get a word at the axis: as many as have room. */
const labelled = (layout: Layout, axis: Axis): readonly number[] => {
  const chosen: number[] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const [index, x] of layout.xs.entries())
    if (x - last >= ROOM[axis]) {
      chosen.push(index);
      last = x;
    }
  return chosen;
};

/** What is told along the way: the number of a call or the time, and pauses that were cut short. */
export const AxisLine = ({
  calls,
  layout,
  axis,
  from,
  to,
}: {
  calls: readonly StoryCall[];
  layout: Layout;
  axis: Axis;
  from: number;
  to: number;
}) => (
  <g className="sessions-axis" aria-hidden="true">
    <line x1={0} x2={layout.width} y1={layout.lanesBottom + 4} y2={layout.lanesBottom + 4} />
    {labelled(layout, axis).map((index) => {
      const x = layout.xs[index] ?? 0;
      if (x < from || x > to) return null;
      return (
        <g key={index} transform={`translate(${x} ${layout.lanesBottom + 4})`}>
          <line y2={4} />
          <text y={18}>{axis === 'order' ? index + 1 : CLOCK.format(calls[index]?.at ?? 0)}</text>
        </g>
      );
    })}
    {layout.breaks.map(({ x, ms }) => (
      <g key={x} className="sessions-break" transform={`translate(${x} ${layout.lanesBottom + 4})`}>
        <path d="M-5 5L-1 -5M1 5L5 -5" />
        <text y={-9}>{duration(ms)}</text>
      </g>
    ))}
  </g>
);
