import { consoleMessages } from '@callgate/messages/console';
import type { LabelStep } from '@callgate/operations/api';
import { LABEL_NAMES } from '../../parts/badge.tsx';
import { clockTime, formatDuration } from '../../parts/time.tsx';
import { type Axis, type PictureDrawing, type PictureLayout, BAND_HEIGHT } from './picture-layout.ts';

const TEXT = consoleMessages.sessions.chart;

interface LabelSpan {
  readonly label: LabelStep['label'];
  readonly strength: 'possible' | 'known';
  readonly from: number;
  readonly to: number;
  readonly step: LabelStep;
}

/** Where a label changed: at the mark of the call that raised it, or between calls. */
const stepX = (layout: PictureLayout, { call, why, at }: LabelStep): number =>
  (why === 'call' ? layout.pointOf(call)?.x : undefined) ?? layout.xAt(at);

export const labelSpans = (steps: readonly LabelStep[], layout: PictureLayout): readonly LabelSpan[] =>
  LABEL_NAMES.flatMap((label) => {
    const own = steps.filter((step) => step.label === label);
    return own.flatMap((step, index): readonly LabelSpan[] => {
      if (step.strength === 'none') return [];
      const next = own[index + 1];
      const to = next === undefined ? layout.width : stepX(layout, next);
      return [{ label, strength: step.strength, from: stepX(layout, step), to, step }];
    });
  });

/** Colour is never alone: private is striped, untrusted is dotted. */
export const Patterns = () => (
  <defs>
    <pattern
      id="sessions-private"
      width="7"
      height="7"
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      <rect className="sessions-private-ground" width="7" height="7" />
      <rect className="sessions-private-ink" width="2" height="7" />
    </pattern>
    <pattern id="sessions-untrusted" width="7" height="7" patternUnits="userSpaceOnUse">
      <rect className="sessions-untrusted-ground" width="7" height="7" />
      <circle className="sessions-untrusted-ink" cx="2" cy="2" r="1.2" />
      <circle className="sessions-untrusted-ink" cx="5.5" cy="5.5" r="1.2" />
    </pattern>
    {(['untrusted', 'nowhere', 'person', 'trusted'] as const).map((origin) => (
      <marker
        key={origin}
        id={`sessions-head-${origin}`}
        className={`sessions-flow-${origin}`}
        viewBox="0 0 8 8"
        refX="7"
        refY="4"
        markerWidth="7"
        markerHeight="7"
        orient="auto-start-reverse"
        markerUnits="userSpaceOnUse"
      >
        <path d="M0 .5L7.5 4L0 7.500z" />
      </marker>
    ))}
  </defs>
);

/** The bands above the lanes, and the wash they cast over everything that came after. */
export const Bands = ({ spans, layout }: { spans: readonly LabelSpan[]; layout: PictureLayout }) => (
  <g aria-hidden="true">
    {spans.map(({ label, strength, from, to }) => (
      <rect
        key={`wash ${label} ${from} ${to}`}
        className={`sessions-wash sessions-wash-${label} sessions-wash-${strength}`}
        x={from}
        y={layout.bandY.out + BAND_HEIGHT + 6}
        width={Math.max(0, to - from)}
        height={layout.lanesBottom - layout.bandY.out - BAND_HEIGHT - 6}
      />
    ))}
    {LABEL_NAMES.map((label) => (
      <line
        key={label}
        className="sessions-rail"
        x1={0}
        x2={layout.width}
        y1={layout.bandY[label] + BAND_HEIGHT}
        y2={layout.bandY[label] + BAND_HEIGHT}
      />
    ))}
    {spans.map(({ label, strength, from, to, step }) => {
      const bottom = layout.bandY[label] + BAND_HEIGHT;
      const height = strength === 'known' ? BAND_HEIGHT : BAND_HEIGHT * 0.5;
      const y = layout.pointOf(step.call)?.y;
      const wide = to - from;
      return (
        <g key={`${label} ${from} ${to}`} className={`sessions-band sessions-band-${label}`}>
          <rect
            className="sessions-band-ground"
            x={from}
            y={bottom - height}
            width={Math.max(0, wide)}
            height={height}
            fill={`url(#sessions-${label})`}
          />
          <path className="sessions-band-edge" d={`M${from} ${bottom}V${bottom - height}H${to}`} />
          {wide < 74 ? null : (
            <text className="sessions-band-name" x={from + 8} y={bottom - height / 2 + 4}>
              {TEXT.strengths[strength]}
            </text>
          )}
          {y === undefined ? null : (
            <path className="sessions-riser" d={`M${from} ${bottom}V${y - layout.radius - 3}`} />
          )}
        </g>
      );
    })}
  </g>
);

/** Where an operator took a label away, or it went by itself. */
export const LabelDrops = ({ story, layout }: PictureDrawing) => (
  <g aria-hidden="true">
    {story.steps
      .filter(({ why }) => why === 'declassified' || why === 'aged')
      .map((step) => {
        const x = stepX(layout, step);
        const bottom = layout.bandY[step.label] + BAND_HEIGHT;
        return (
          <g key={`${step.label} ${step.at}`} className={`sessions-fall sessions-band-${step.label}`}>
            <path className="sessions-band-edge" d={`M${x} ${bottom - BAND_HEIGHT - 3}V${bottom + 3}`} />
            <text className="sessions-fall-name" x={x + 6} y={bottom - 7}>
              {step.why === 'aged' ? TEXT.expired : TEXT.removed}
            </text>
          </g>
        );
      })}
  </g>
);

/** The third leg: every call that leads out, and from where on all three are lit. */
export const ExitLane = ({ story, layout, from, to }: PictureDrawing) => {
  const y = layout.bandY.out + BAND_HEIGHT;
  const leg = story.legs.find(({ leg: name }) => name === 'out');
  const lit = layout.pointOf(leg?.call)?.x;
  const met = layout.pointOf(story.met)?.x;
  return (
    <g aria-hidden="true">
      <line className="sessions-rail sessions-rail-dim" x1={0} x2={layout.width} y1={y} y2={y} />
      {lit === undefined ? null : (
        <line
          className={`sessions-out-line${leg?.strength === 'known' ? '' : ' sessions-possible'}`}
          x1={lit}
          x2={layout.width}
          y1={y}
          y2={y}
        />
      )}
      {met === undefined ? null : (
        <>
          <line className="sessions-met" x1={met} x2={met} y1={4} y2={layout.lanesBottom} />
          <text className="sessions-met-name" x={met + 12} y={y - 8}>
            {TEXT.met}
          </text>
        </>
      )}
      {story.calls.map((call, index) => {
        const x = layout.xs[index] ?? 0;
        if (call.outward === 'none' || x < from || x > to) return null;
        const stopped = call.dispatchedAt === null;
        return (
          <g
            key={call.id}
            transform={`translate(${x} ${y})`}
            className={`sessions-out${call.trifecta ? ' sessions-out-met' : ''}${
              call.outward === 'possible' ? ' sessions-possible' : ''
            }`}
          >
            <path d={stopped ? 'M0 0V-9' : 'M0 0V-15M-4.500 -10.500L0 -15L4.500 -10.500'} />
            {stopped ? <path className="sessions-out-stop" d="M-5.500 -11H5.500" /> : null}
          </g>
        );
      })}
    </g>
  );
};

const ROOM: Readonly<Record<Axis, number>> = { order: 44, time: 84 };

/** Calls that get a word at the axis: as many as have room. */
const labelledCalls = (layout: PictureLayout, axis: Axis): readonly number[] => {
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
export const AxisLine = ({ story, layout, axis, from, to }: PictureDrawing) => (
  <g className="sessions-axis" aria-hidden="true">
    <line x1={0} x2={layout.width} y1={layout.lanesBottom + 4} y2={layout.lanesBottom + 4} />
    {labelledCalls(layout, axis).map((index) => {
      const x = layout.xs[index] ?? 0;
      if (x < from || x > to) return null;
      return (
        <g key={index} transform={`translate(${x} ${layout.lanesBottom + 4})`}>
          <line y2={4} />
          <text y={18}>{axis === 'order' ? index + 1 : clockTime(story.calls[index]?.at ?? 0)}</text>
        </g>
      );
    })}
    {layout.breaks.map(({ x, ms }) => (
      <g key={x} className="sessions-break" transform={`translate(${x} ${layout.lanesBottom + 4})`}>
        <path d="M-5 5L-1 -5M1 5L5 -5" />
        <text y={-9}>{formatDuration(ms)}</text>
      </g>
    ))}
  </g>
);
