import type { Gate, DispatchResult } from '@callgate/gate';
import type { CallRow } from '@callgate/gate/record';
import { isUnanswered } from '@callgate/gate/host';
import { CallgateError, display } from '@callgate/core';
import { adapterMessages } from '@callgate/messages/adapter';
import { thrownText } from '../host/error-text.ts';
import { findCall } from '../host/approvals.ts';
import type { ConversationRef } from '../host/host-options.ts';
import { toJson, callName, requestOf, sessionOf } from '../host/host-options.ts';
import { unstartedCallsOf } from '../host/unstarted-calls.ts';
import { dropOldest, perGate } from '../host/per-gate.ts';
import { reportRun } from '../host/settle-run.ts';
import { clientToolsOf } from './gated-tools.ts';
import type { AiSdkMessageLike, AiSdkPartLike } from './shapes.ts';
import { partsOf } from './shapes.ts';

/** A result in a client's messages that no call which is out belongs to. */
interface UnrequestedResult {
  readonly id: string;
  readonly name: string;
  readonly messages: readonly AiSdkMessageLike[];
}

const MOST = 10_000;

/** What the history says that was called. A client may have written it; it is recorded as what ran, and proves nothing. */
const inputOf = ({ id, messages }: UnrequestedResult): unknown => {
  for (const message of messages)
    if (message.role === 'assistant')
      for (const part of partsOf(message))
        if (part.type === 'tool-call' && part['toolCallId'] === id) return part['input'] ?? {};
  return {};
};

const reportedResults = perGate(() => new Set<string>());

/** The same messages may be brought twice before the model speaks again. */
const isReported = (gate: Gate, who: ConversationRef, id: string): boolean =>
  reportedResults(gate).has(callName(who, id));

const rememberReported = (gate: Gate, who: ConversationRef, id: string): void => {
  const known = reportedResults(gate).add(callName(who, id));
  dropOldest(known, MOST);
};

/** It was answered; what was given up on was not. */
const isAnswered = (row: CallRow): boolean =>
  row.state === 'done' || (row.state === 'failed' && !isUnanswered(row));

const isLate = (row: CallRow): boolean => row.state === 'dispatching' || isUnanswered(row);

const alertOperator = async (
  gate: Gate,
  who: ConversationRef,
  server: string,
  name: string,
  row?: CallRow,
): Promise<void> => {
  const late = row !== undefined && isLate(row);
  const code = late ? 'CLIENT_ANSWERED_LATE' : 'CLIENT_RAN_IT';
  const what = late ? adapterMessages.alerts.clientCancelled : adapterMessages.alerts.clientUnapproved;
  const tool = `${display(server, { max: 80 })}/${display(name, { max: 80 })}`;
  const message = adapterMessages.alerts.ofTool({ tool, alert: what });
  await gate.tell({ code, message, onceAnHour: `${code} ${sessionOf(who)}` });
};

/** Reports a result of a tool that clients run where no call of it is out, and tells the operator. How many that were. */
const reportUnrequested = async (
  gate: Gate,
  who: ConversationRef,
  result: UnrequestedResult,
  outcome: DispatchResult,
): Promise<0 | 1> => {
  const { id, name } = result;
  const tools = clientToolsOf(gate);
  if (unstartedCallsOf(gate).runBy(who, id) !== undefined || isReported(gate, who, id)) return 0;
  const row = await findCall(gate, who, ({ key }) => key === id);
  const server = row?.server ?? tools.serverOf(name);
  const target = row?.target ?? name;
  if (server === undefined || !tools.has(server, target)) return 0;
  if (row !== undefined && isAnswered(row)) return 0;
  await alertOperator(gate, who, server, target, row);
  const request = requestOf({ ...who, server }, target, inputOf(result), undefined);
  const ended = await reportRun(gate, request, outcome);
  if ('reasons' in ended)
    throw new CallgateError({
      code: ended.code,
      message: adapterMessages.outcome.clientUnrecorded({ reasons: ended.reasons.join('; ') }),
    });
  rememberReported(gate, who, id);
  return 1;
};

const DENIED = 'execution-denied';

const outcomeOf = (output: unknown): DispatchResult => {
  const part =
    typeof output === 'object' && output !== null && 'type' in output ? (output as AiSdkPartLike) : undefined;
  if (part?.type === DENIED)
    return { type: 'error', code: 'NOT_RUN', message: adapterMessages.outcome.clientDenied };
  const failed = part?.type === 'error-text' || part?.type === 'error-json';
  try {
    return { type: 'result', result: toJson(part?.['value']), ...(failed ? { isError: true } : {}) };
  } catch (error) {
    return {
      type: 'unknown',
      message: adapterMessages.outcome.clientNotJson({ problem: thrownText(error, 200) }),
    };
  }
};

/** The tool messages that the model has not seen yet. */
const unseenMessages = (messages: readonly AiSdkMessageLike[]): ReadonlySet<AiSdkMessageLike> =>
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
  who: ConversationRef,
  messages: readonly AiSdkMessageLike[],
): Promise<number> => {
  const pending = unstartedCallsOf(gate);
  const news = unseenMessages(messages);
  const faults: unknown[] = [];
  let told = 0;
  for (const message of messages) {
    if (message.role !== 'tool') continue;
    for (const { type, toolCallId, toolName, output } of partsOf(message)) {
      if (type !== 'tool-result' || typeof toolCallId !== 'string') continue;
      try {
        if (await pending.settleFromClient(who, toolCallId, outcomeOf(output))) told += 1;
        else if (news.has(message) && typeof toolName === 'string' && !isDenial(output))
          told += await reportUnrequested(
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
