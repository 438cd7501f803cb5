import { CallgateError } from '@callgate/core';
import type {
  UpstreamResponse,
  Dispatchable,
  DispatchResult,
  FinishedCall,
  Gate,
  StoppedCall,
} from '@callgate/gate';
import type { ToolRequest } from './host-options.ts';

const answerOf = (told: DispatchResult): UpstreamResponse =>
  told.type === 'result' || told.type === 'error'
    ? told
    : { type: 'error', code: 'OUTCOME_UNKNOWN', message: told.message };

/** A name that the gate takes and the catalogue does not have, so that nothing is believed of it. */
const readableName = (text: unknown): string =>
  `unreadable-${typeof text === 'string' ? text.replaceAll(/[^\w-]/g, '_') : ''}`.slice(0, 64);

/** The same call without what the gate does not take of it. */
const replaceUnreadable = (request: ToolRequest, code: string): ToolRequest => {
  if (code === 'CALL_SERVER') return { ...request, server: readableName(request.server) };
  if (code === 'CALL_NAME') return { ...request, name: readableName(request.name) };
  return { ...request, arguments: { unreadable: code } };
};

/** Arguments, server and name. */
const PARTS = 3;

/**
 * Records a call that has run, and raises labels by it, also where the gate would not take such a call: then without its
 * arguments, or under names that it takes.
 */
export const reportRun = async (
  gate: Gate,
  { key: _, ...request }: ToolRequest,
  told: DispatchResult,
): Promise<FinishedCall | StoppedCall> => {
  const answer = answerOf(told);
  let now: ToolRequest = request;
  let ended = await gate.report(now, answer);
  for (let part = 0; part < PARTS && 'reasons' in ended; part += 1) {
    now = replaceUnreadable(now, ended.code);
    ended = await gate.report(now, answer);
  }
  return ended;
};

/** The call is settled already: the gate gave it up, or another process settled it. */
export const isSettledTwice = (error: unknown): boolean =>
  error instanceof CallgateError && error.code === 'SETTLED_TWICE';

/**
 * Says what came of a call that ran out of sight. What took so long that it was given up on has run all the same: it is
 * reported, so that its answer leaves a row and raises labels.
 */
export const settleRun = async (
  gate: Gate,
  dispatchable: Dispatchable,
  request: ToolRequest,
  told: DispatchResult,
): Promise<FinishedCall | StoppedCall> => {
  let finished: FinishedCall;
  try {
    finished = await gate.settle(dispatchable, told);
  } catch (error) {
    if (!isSettledTwice(error)) throw error;
    return await reportRun(gate, request, told);
  }
  return finished.isLate === true && told.type !== 'unknown'
    ? await reportRun(gate, request, told)
    : finished;
};

/** Ends a call that has not run, or of which nothing is known. One that is over already stays as it is. */
export const settleIfOpen = async (
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
