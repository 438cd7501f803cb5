import type { ScaleFigure } from './scale-figure.ts';
import type { ConnectionPhase, TimeShares } from './connection-activity.ts';
import { CONNECTION_PHASES } from './connection-activity.ts';

/** What keeps a set-up from doing more. */
export type Ceiling =
  | 'processors'
  | 'threads'
  | 'round trips'
  | 'database'
  | 'disk'
  | 'standby'
  | 'locks'
  | 'unknown';

/** So much of all processors is all that one gets of them. */
const FULL = 0.85;

const OF_DOING: Readonly<Record<ConnectionPhase, Ceiling>> = {
  idle: 'unknown',
  gate: 'round trips',
  running: 'database',
  disk: 'disk',
  standby: 'standby',
  locks: 'locks',
  other: 'unknown',
};

/**
 * All processors, whoever has them busy, or the one thread that each gate has, where they are busy all the time; else the largest of what the connections
 * that write spent their time with.
 */
export const findCeiling = (
  {
    gates,
    coresOfGates,
    coresOfDatabase,
    coresOfAll,
  }: Pick<ScaleFigure, 'gates' | 'coresOfGates' | 'coresOfDatabase' | 'coresOfAll'>,
  shares: TimeShares,
  cores: number,
): Ceiling => {
  if ((coresOfAll ?? coresOfGates + coresOfDatabase) / cores >= FULL) return 'processors';
  if (coresOfGates / gates >= FULL) return 'threads';
  const [largest = 'other'] = CONNECTION_PHASES.toSorted((a, b) => shares[b] - shares[a]);
  return OF_DOING[largest];
};
