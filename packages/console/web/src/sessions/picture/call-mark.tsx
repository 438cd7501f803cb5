import type { SessionCall } from '@callgate/operations/api';
import { memo } from 'react';

type CallMarkState = SessionCall['state'];

const octagon = (r: number): string => {
  const s = r * 0.42;
  return `M${-s} ${-r}H${s}L${r} ${-s}V${s}L${s} ${r}H${-s}L${-r} ${s}V${-s}Z`;
};

const diamond = (r: number): string => `M0 ${-r}L${r} 0L0 ${r}L${-r} 0Z`;

const OUTLINE: Readonly<Partial<Record<CallMarkState, 'diamond' | 'octagon'>>> = {
  blocked: 'octagon',
  refused: 'octagon',
  held: 'diamond',
  approved: 'diamond',
};

const FILLED: ReadonlySet<CallMarkState> = new Set(['done', 'failed', 'blocked']);

/** The sign inside, in units of the radius. */
const SIGN: Readonly<Record<CallMarkState, string>> = {
  done: 'M-.42 .02L-.1 .34L.44 -.3',
  failed: 'M0 -.48V.12M0 .44V.46',
  blocked: 'M-.5 0H.5',
  refused: 'M-.34 -.34L.34 .34M.34 -.34L-.34 .34',
  held: 'M-.2 -.3V.3M.2 -.3V.3',
  approved: 'M-.34 .02L-.08 .28L.36 -.24',
  expired: 'M0 -.45V.05L.3 .25',
  withdrawn: 'M.4 0H-.4M-.4 0L-.12 -.28M-.4 0L-.12 .28',
  dispatching: 'M-.42 0H.4M.4 0L.12 -.28M.4 0L.12 .28',
  indeterminate: 'M-.26 -.22A.27 .27 0 1 1 0 .06V.16M0 .46V.48',
};

const scaled = (path: string, by: number): string =>
  path.replaceAll(/-?\d*\.?\d+/g, (number) => String(Math.round(Number(number) * by * 100) / 100));

/** `A` has flags that must stay as they are, so that sign is scaled by its stroke's own group. */
const Sign = ({ state, radius }: { state: CallMarkState; radius: number }) =>
  state === 'indeterminate' ? (
    <g transform={`scale(${radius})`}>
      <path className="sessions-sign" d={SIGN[state]} strokeWidth={1.8 / radius} />
    </g>
  ) : (
    <path className="sessions-sign" d={scaled(SIGN[state], radius)} strokeWidth={1.8} />
  );

const Outline = ({ state, radius }: { state: CallMarkState; radius: number }) => {
  const className = `sessions-outline${FILLED.has(state) ? ' sessions-filled' : ''}${
    state === 'expired' || state === 'withdrawn' ? ' sessions-gone' : ''
  }`;
  const shape = OUTLINE[state];
  if (shape === undefined) return <circle className={className} r={radius} />;
  const d = shape === 'diamond' ? diamond(radius * 1.28) : octagon(radius * 1.08);
  return <path className={className} d={d} />;
};

/** The shape of a call, also used where the picture is explained. */
export const CallShape = ({
  state,
  outcome,
  radius,
}: {
  state: CallMarkState;
  outcome: SessionCall['outcome'];
  radius: number;
}) => (
  <g className={`sessions-shape sessions-${outcome}`}>
    <Outline state={state} radius={radius} />
    {radius < 6 ? null : <Sign state={state} radius={radius} />}
  </g>
);

interface CallMarkProps {
  readonly call: SessionCall;
  readonly index: number;
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly words: string;
  /** The name of the tool, where there is room for it. */
  readonly name: string | null;
  readonly current: boolean;
}

/** One call. It is a link to its story; the picture itself hears the keys and the mouse. */
export const CallMark = memo(({ call, index, x, y, radius, words, name, current }: CallMarkProps) => (
  <g
    className={`sessions-mark${current ? ' sessions-mark-current' : ''}`}
    transform={`translate(${x} ${y})`}
    role="link"
    aria-label={words}
    aria-current={current ? 'true' : undefined}
    tabIndex={current ? 0 : -1}
    data-index={index}
  >
    <rect
      className="sessions-touch"
      x={-Math.max(12, radius)}
      y={-22}
      width={Math.max(24, radius * 2)}
      height={44}
    />
    {call.trifecta ? (
      <path
        className="sessions-trifecta"
        d={`M0 ${-radius * 2.3}L${radius * 2.2} ${radius * 1.5}H${-radius * 2.2}Z`}
      />
    ) : null}
    {current && !call.trifecta ? <circle className="sessions-ring" r={radius + 6} /> : null}
    <CallShape state={call.state} outcome={call.outcome} radius={radius} />
    {call.outward === 'known' && radius >= 6 ? (
      <path className="sessions-outward" d={`M${radius * 0.8} ${-radius * 0.8}l6 -6m-4.5 0h4.5v4.5`} />
    ) : null}
    {name === null ? null : (
      <text className="sessions-mark-name" y={radius + 15}>
        {name}
      </text>
    )}
  </g>
));
