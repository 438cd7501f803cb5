import type { Gate, DispatchResult } from '@callgate/gate';
import type { Who } from '../host/host.ts';
import { asJson } from '../host/host.ts';
import { pendingOf } from '../host/pending.ts';
import { thrownText } from '../host/thrown-text.ts';
import type { MessageLike, PartLike } from './shapes.ts';
import { partsOf } from './shapes.ts';
import { reportUnasked } from './unasked-results.ts';

const DENIED = 'execution-denied';

const outcomeOf = (output: unknown): DispatchResult => {
  const part =
    typeof output === 'object' && output !== null && 'type' in output ? (output as PartLike) : undefined;
  if (part?.type === DENIED) return { type: 'error', code: 'NOT_RUN', message: 'the client did not run it' };
  const failed = part?.type === 'error-text' || part?.type === 'error-json';
  try {
    return { type: 'result', result: asJson(part?.['value']), ...(failed ? { isError: true } : {}) };
  } catch (error) {
    return { type: 'unknown', message: `the client's result has no JSON: ${thrownText(error, 200)}` };
  }
};

/** The tool messages that the model has not seen yet. */
const unseen = (messages: readonly MessageLike[]): ReadonlySet<MessageLike> =>
  new Set(messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1));

const isDenial = (output: unknown): boolean =>
  typeof output === 'object' && output !== null && 'type' in output && output.type === DENIED;

/**
 * Settles calls that a client ran, by the results in its messages. Call it before the model sees them. It finds what
 * was let out in this process. Results that come too late, and those of calls that were never let out, are reported and
 * told to the operator. Returns how many results the gate was told of.
 */
export const settleClientResults = async (
  gate: Gate,
  who: Who,
  messages: readonly MessageLike[],
): Promise<number> => {
  const pending = pendingOf(gate);
  const news = unseen(messages);
  const faults: unknown[] = [];
  let told = 0;
  for (const message of messages) {
    if (message.role !== 'tool') continue;
    for (const { type, toolCallId, toolName, output } of partsOf(message)) {
      if (type !== 'tool-result' || typeof toolCallId !== 'string') continue;
      try {
        if (await pending.settleFromClient(who, toolCallId, outcomeOf(output))) told += 1;
        else if (news.has(message) && typeof toolName === 'string' && !isDenial(output))
          told += await reportUnasked(
            gate,
            who,
            { id: toolCallId, name: toolName, messages },
            outcomeOf(output),
          );
      } catch (error) {
        // the other results are there all the same
        faults.push(error);
      }
    }
  }
  if (faults.length > 0) throw faults[0];
  return told;
};
