import type { Gate, HeldCall } from '@callgate/gate';
import type { Admission } from './admit.ts';
import type { ToolRequest } from './host.ts';
import { LONGEST_MS } from './host.ts';
import { ownSignal } from './own-signal.ts';

export interface WaitHere {
  /** Until it expires where nothing is said. */
  readonly waitMs?: number | undefined;
  /** The host left: the call is withdrawn. */
  readonly signal?: AbortSignal | null | undefined;
}

/** Waits for people inside a turn. What still waits when the time is over, or the process ends, stays held. */
export const waitHere = async (
  gate: Gate,
  held: HeldCall,
  request: ToolRequest,
  { waitMs, signal }: WaitHere,
): Promise<Admission> => {
  const own = ownSignal(signal);
  return await gate.waitFor(held, request, {
    withinMs: Math.min(waitMs ?? LONGEST_MS, LONGEST_MS),
    comesBack: true,
    ...(own === undefined ? {} : { signal: own }),
  });
};
