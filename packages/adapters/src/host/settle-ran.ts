import { CallgateError } from '@callgate/core';
import type { Dispatchable, Finished, Gate, Stopped, DispatchResult } from '@callgate/gate';
import type { ToolRequest } from './host.ts';
import { reportAnyhow } from './report-anyhow.ts';

/** Somebody was quicker: the gate has given it up, or it was settled elsewhere. */
export const isSettledTwice = (error: unknown): boolean =>
  error instanceof CallgateError && error.code === 'SETTLED_TWICE';

/**
 * Says what came of a call that ran out of sight. What took so long that it was given up on has run all the same: it is
 * reported, so that its answer leaves a row and raises labels.
 */
export const settleRan = async (
  gate: Gate,
  dispatchable: Dispatchable,
  request: ToolRequest,
  told: DispatchResult,
): Promise<Finished | Stopped> => {
  let finished: Finished;
  try {
    finished = await gate.settle(dispatchable, told);
  } catch (error) {
    if (!isSettledTwice(error)) throw error;
    return await reportAnyhow(gate, request, told);
  }
  return finished.isLate === true && told.type !== 'unknown'
    ? await reportAnyhow(gate, request, told)
    : finished;
};

/** Ends a call that has not run, or of which nothing is known. One that is over already stays as it is. */
export const settleIfOut = async (
  gate: Gate,
  dispatchable: Dispatchable,
  told: DispatchResult,
): Promise<void> => {
  try {
    await gate.settle(dispatchable, told);
  } catch (error) {
    if (!isSettledTwice(error)) throw error;
  }
};
