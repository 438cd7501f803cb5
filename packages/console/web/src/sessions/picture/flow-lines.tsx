import { display } from '@callgate/core';
import type { ValueFlow, SessionHistory } from '@callgate/operations/api';
import { flowClass, pathText } from '../call-sentence.ts';
import type { PictureDrawing, PictureLayout, PicturePoint } from './picture-layout.ts';

interface FlowLine {
  readonly flow: ValueFlow;
  readonly d: string;
  /** The middle of it. */
  readonly x: number;
  /** Where it ends. */
  readonly end: PicturePoint;
}

const sourceOf = (
  story: SessionHistory,
  layout: PictureLayout,
  { from, to }: ValueFlow,
): PicturePoint | undefined => {
  if (from.kind === 'call') return layout.pointOf(from.call);
  const words = from.kind === 'words' ? story.words[from.words] : undefined;
  if (words !== undefined && layout.personY !== null)
    return { x: wordsX(layout, words.at), y: layout.personY };
  const end = layout.pointOf(to);
  return end === undefined ? undefined : { x: end.x - 30, y: end.y - 26 };
};

const wordsX = (layout: PictureLayout, at: number | null): number =>
  layout.xAt(at ?? Number.NEGATIVE_INFINITY);

const lineOf = (story: SessionHistory, layout: PictureLayout, flow: ValueFlow): FlowLine | undefined => {
  const start = sourceOf(story, layout, flow);
  const end = layout.pointOf(flow.to);
  if (start === undefined || end === undefined) return undefined;
  const r = layout.radius + 4;
  const wide = end.x - start.x;
  const x = start.x + wide / 2;
  if (start.y === end.y) {
    const lift = Math.min(30, 18 + wide * 0.04);
    const d = `M${start.x + 4} ${start.y - r}C${start.x + wide * 0.25} ${start.y - r - lift} ${end.x - wide * 0.25} ${end.y - r - lift} ${end.x - 4} ${end.y - r}`;
    return { flow, d, x, end };
  }
  const down = end.y > start.y;
  const bend = Math.max(24, Math.min(130, wide * 0.5));
  const d = `M${start.x + r} ${start.y}C${start.x + r + bend} ${start.y} ${end.x - r - bend} ${end.y + (down ? -6 : 6)} ${end.x - r} ${end.y}`;
  return { flow, d, x, end };
};

const CHARACTER = 6.7;
const MAX_CHIPS = 4;

const Chip = ({
  line: { flow, end },
  layout,
  at,
  left,
  right,
}: {
  line: FlowLine;
  layout: PictureLayout;
  at: number;
  left: number;
  right: number;
}) => {
  const text = `${display(pathText(flow.path), { max: 18 })}${
    flow.text === null ? '' : ` ← ${display(flow.text, { max: 28 })}`
  }`;
  const width = text.length * CHARACTER + 16;
  const [first, last] = [left + width / 2 + 4, right - width / 2 - 4];
  const x = Math.max(first, Math.min(last, end.x));
  const y = end.y + layout.radius + 31 + at * 22;
  return (
    <g className={`sessions-chip sessions-flow-${flowClass(flow)}`} transform={`translate(${x} ${y})`}>
      <rect x={-width / 2} y={-10} width={width} height={20} rx={10} />
      <text y={4}>{text}</text>
    </g>
  );
};

/** What the values of the call that is looked at are, below its mark and within what is in sight. */
export const FlowChips = ({
  story,
  layout,
  active,
  left,
  right,
}: PictureDrawing & { left: number; right: number }) => {
  const chips = story.flows
    .filter(({ to }) => to === active)
    .slice(0, MAX_CHIPS)
    .flatMap((flow) => lineOf(story, layout, flow) ?? []);
  return (
    <g aria-hidden="true">
      {chips.map((line, index) => (
        <Chip
          key={`${pathText(line.flow.path)} ${index}`}
          line={line}
          layout={layout}
          at={index}
          left={left}
          right={right}
        />
      ))}
    </g>
  );
};

/** Values on their way. Those of the call that is looked at stand out. */
export const FlowLines = ({ story, layout, active, from, to }: PictureDrawing) => {
  const lines = story.flows.flatMap((flow) => lineOf(story, layout, flow) ?? []);
  const isActive = ({ flow }: FlowLine): boolean =>
    flow.to === active || (flow.from.kind === 'call' && flow.from.call === active);
  const shown = lines.filter((line) => isActive(line) || (line.x > from - 300 && line.x < to + 300));
  return (
    <g aria-hidden="true">
      {shown.map((line, index) => (
        <path
          key={`${line.flow.to} ${index}`}
          className={`sessions-flow sessions-flow-${flowClass(line.flow)}${isActive(line) ? ' sessions-flow-active' : ''}`}
          d={line.d}
          markerEnd={`url(#sessions-head-${flowClass(line.flow)})`}
        />
      ))}
    </g>
  );
};

const EVENT_SIGN = {
  declassified: 'M-5 -5L5 5M5 -5L-5 5',
  'task-ended': 'M-4 -6V6M-4 -5H5L2 -2L5 1H-4',
  'context-ended': 'M-5 -5H5V5H-5Z',
  joined: 'M-6 -5L0 0L-6 5M0 0H6',
} as const;

/** What the person said and what operators did, above the lanes of the servers. */
export const PersonLane = ({ story, layout }: PictureDrawing) => {
  const y = layout.personY;
  if (y === null) return null;
  return (
    <g aria-hidden="true">
      <line className="sessions-lane" x1={0} x2={layout.width} y1={y} y2={y} />
      {story.words.map((words, index) => (
        <g
          key={index}
          className={`sessions-words${words.why === null ? '' : ' sessions-words-idle'}`}
          transform={`translate(${wordsX(layout, words.at)} ${y})`}
        >
          <path d="M-10 -9H10A3 3 0 0 1 13 -6V3A3 3 0 0 1 10 6H-1L-6 11V6H-10A3 3 0 0 1 -13 3V-6A3 3 0 0 1 -10 -9Z" />
          <path className="sessions-words-lines" d="M-7 -4H7M-7 1H3" />
        </g>
      ))}
      {story.events.map(({ at, event }) => (
        <g key={`${event} ${at}`} className="sessions-event" transform={`translate(${layout.xAt(at)} ${y})`}>
          <circle r={9} />
          <path d={EVENT_SIGN[event]} transform="scale(.7)" />
        </g>
      ))}
    </g>
  );
};
