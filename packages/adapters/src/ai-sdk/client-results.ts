import type { Gate } from '@callgate/gate';
import { asJson } from '../host/host.ts';
import type { Who } from '../host/host.ts';
import { pendingOf } from '../host/pending.ts';
import type { MessageLike, PartLike } from './shapes.ts';
import { partsOf } from './shapes.ts';

type Outcome = Parameters<Gate['settle']>[1];

const outcomeOf = (output: unknown): Outcome => {
  const part =
    typeof output === 'object' && output !== null && 'type' in output ? (output as PartLike) : undefined;
  if (part?.type === 'execution-denied')
    return { type: 'error', code: 'NOT_RUN', message: 'the client did not run it' };
  const failed = part?.type === 'error-text' || part?.type === 'error-json';
  return { type: 'result', result: asJson(part?.['value']), ...(failed ? { isError: true } : {}) };
};

/**
 * Settles calls that a client ran, by the results in its messages. Call it before the model sees them. It finds what
 * was let out in this process; of what another one let out, nobody knows the outcome. Returns how many were settled.
 */
export const settleClientResults = async (
  gate: Gate,
  who: Who,
  messages: readonly MessageLike[],
): Promise<number> => {
  const pending = pendingOf(gate);
  let settled = 0;
  for (const { type, toolCallId, output } of messages
    .filter(({ role }) => role === 'tool')
    .flatMap(partsOf)) {
    if (type !== 'tool-result' || typeof toolCallId !== 'string') continue;
    const begun = pending.takeFromClient(who, toolCallId);
    if (begun === undefined) continue;
    await gate.settle(begun.dispatchable, outcomeOf(output));
    settled += 1;
  }
  return settled;
};
