import { CallgateError, display } from '@callgate/core';
import type { CallRow, Gate, DispatchResult } from '@callgate/gate';
import { hasNoAnswer } from '@callgate/gate';
import type { Who } from '../host/host.ts';
import { callName, requestOf, sessionOf } from '../host/host.ts';
import { dropOldest, perGate } from '../host/per-gate.ts';
import { pendingOf } from '../host/pending.ts';
import { reportAnyhow } from '../host/report-anyhow.ts';
import { clientToolsOf } from './client-tools.ts';
import type { MessageLike } from './shapes.ts';
import { partsOf } from './shapes.ts';

/** A result in a client's messages that no call which is out belongs to. */
export interface UnaskedResult {
  readonly id: string;
  readonly name: string;
  readonly messages: readonly MessageLike[];
}

const PAGE = 100;
const MOST = 10_000;

const rowOf = async (gate: Gate, who: Who, id: string): Promise<CallRow | undefined> => {
  let after: string | null | undefined;
  while (after !== null) {
    const page = await gate.desk.read.search(
      { session: sessionOf(who) },
      { limit: PAGE, ...(after === undefined ? {} : { after }) },
    );
    const found = page.items.find(({ key }) => key === id);
    if (found !== undefined) return found;
    after = page.next;
  }
  return undefined;
};

/** What the history says that was called. A client may have written it; it is recorded as what ran, and proves nothing. */
const inputOf = ({ id, messages }: UnaskedResult): unknown => {
  for (const message of messages)
    if (message.role === 'assistant')
      for (const part of partsOf(message))
        if (part.type === 'tool-call' && part['toolCallId'] === id) return part['input'] ?? {};
  return {};
};

const reportedIn = perGate(() => new Set<string>());

/** The same messages may be brought twice before the model speaks again. */
const wasReported = (gate: Gate, who: Who, id: string): boolean => reportedIn(gate).has(callName(who, id));

const remember = (gate: Gate, who: Who, id: string): void => {
  const known = reportedIn(gate).add(callName(who, id));
  dropOldest(known, MOST);
};

/** It was answered; what was given up on was not. */
const isAnswered = (row: CallRow): boolean =>
  row.state === 'done' || (row.state === 'failed' && !hasNoAnswer(row));

const isLate = (row: CallRow): boolean => row.state === 'dispatching' || hasNoAnswer(row);

const tell = async (gate: Gate, who: Who, server: string, name: string, row?: CallRow): Promise<void> => {
  const late = row !== undefined && isLate(row);
  const code = late ? 'CLIENT_ANSWERED_LATE' : 'CLIENT_RAN_IT';
  const what = late
    ? 'a client answered a call that was given up on or let out elsewhere'
    : 'a client says that it ran a call that was not let out';
  const message = `${display(server, { max: 80 })}/${display(name, { max: 80 })}: ${what}`;
  await gate.tell({ code, message, onceAnHour: `${code} ${sessionOf(who)}` });
};

/** Reports a result of a tool that clients run where no call of it is out, and tells the operator. How many that were. */
export const reportUnasked = async (
  gate: Gate,
  who: Who,
  result: UnaskedResult,
  outcome: DispatchResult,
): Promise<0 | 1> => {
  const { id, name } = result;
  const tools = clientToolsOf(gate);
  if (pendingOf(gate).runBy(who, id) !== undefined || wasReported(gate, who, id)) return 0;
  const row = await rowOf(gate, who, id);
  const server = row?.server ?? tools.serverOf(name);
  const target = row?.target ?? name;
  if (server === undefined || !tools.has(server, target)) return 0;
  if (row !== undefined && isAnswered(row)) return 0;
  await tell(gate, who, server, target, row);
  const request = requestOf({ ...who, server }, target, inputOf(result), undefined);
  const ended = await reportAnyhow(gate, request, outcome);
  if ('reasons' in ended)
    throw new CallgateError(ended.code, `a client's result was not recorded: ${ended.reasons.join('; ')}`);
  remember(gate, who, id);
  return 1;
};
