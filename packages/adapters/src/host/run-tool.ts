import type { Json } from '@callgate/core';
import { CallgateError, canonical, isJsonObject } from '@callgate/core';
import type { Answer, Dispatchable, Finished, Gate, Stopped, DispatchResult } from '@callgate/gate';
import { NotSent } from '@callgate/gate';
import type { HostOptions, ToolRequest } from './host.ts';
import { LONGEST_MS, asJson, requestOf } from './host.ts';
import { ownSignal } from './own-signal.ts';
import { isSettledTwice, settleRan } from './settle-ran.ts';
import { reasonOf, thrownText, whyNot } from './error-text.ts';

export interface ExecutionOptions {
  readonly toolCallId?: string;
  readonly abortSignal?: AbortSignal | undefined;
}

/** The same as frameworks give it: null is no signal. */
export type GivenOptions = Omit<ExecutionOptions, 'abortSignal'> & {
  readonly abortSignal?: AbortSignal | null | undefined;
};

export type Execute = (input: unknown, options: ExecutionOptions) => unknown;

/** The gate takes no longer results. */
const MAX_RESULT = 16 * 1024 * 1024;

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/** The last of what a tool yields is its answer. What comes before is not released: it is not recorded yet. */
const finalOf = async (output: unknown, signal: AbortSignal): Promise<unknown> => {
  if (!isAsyncIterable(output)) return await output;
  let last: unknown;
  for await (const value of output) {
    if (signal.aborted) break;
    last = value;
  }
  return last;
};

class GivenUp extends Error {}

/** Rejects once the signal is aborted. */
const untilAborted = (signal: AbortSignal, finished: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const onAbort = (): void => reject(new GivenUp(reasonOf(signal.reason)));
    signal.addEventListener('abort', onAbort, { once: true, signal: finished });
    if (signal.aborted) onAbort();
  });

const mayMutate = ({ decision }: Dispatchable): boolean => decision.facts.mutates !== 'no';

const recordable = (result: Json): Json => {
  const { length } = canonical(result);
  if (length > MAX_RESULT) throw new Error(`it has ${length} bytes, more than ${MAX_RESULT}`);
  return result;
};

const answerOf = (value: unknown, begun: Dispatchable): Answer => {
  try {
    const json = asJson(value);
    // the gate refuses what it cannot record, and what has changed something would count as failed
    const result = mayMutate(begun) ? recordable(json) : json;
    // what the MCP client returns says it in this way
    const failed = isJsonObject(result) && result['isError'] === true;
    return { type: 'result', result, ...(failed ? { isError: true } : {}) };
  } catch (error) {
    const message = `it ran, but its result has no JSON that can be kept: ${thrownText(error)}`;
    return mayMutate(begun)
      ? { type: 'result', result: { ran: true, result: null, note: message } }
      : { type: 'error', code: 'RESULT_NOT_JSON', message };
  }
};

const isA = (kind: new (message: string) => Error, thrown: unknown): boolean => {
  try {
    return thrown instanceof kind;
  } catch {
    return false;
  }
};

/** A host that cannot tell does not know. */
const isKnownFailure = ({ knownFailure }: HostOptions, thrown: unknown): boolean => {
  try {
    return knownFailure?.(thrown) === true;
  } catch {
    return false;
  }
};

const outcomeOfThrown = (thrown: unknown, host: HostOptions, begun: Dispatchable): DispatchResult => {
  const message = thrownText(thrown);
  if (isA(GivenUp, thrown)) return { type: 'unknown', message: `given up on: ${message}` };
  if (isA(NotSent, thrown)) return { type: 'not-sent', message };
  return !mayMutate(begun) || isKnownFailure(host, thrown)
    ? { type: 'error', code: 'TOOL_FAILED', message }
    : { type: 'unknown', message: `the tool threw: ${message}` };
};

interface Ran {
  readonly outcome: DispatchResult;
  /** No answer came, and the host still wants one: where the policy orders it, it is tried again. */
  readonly again: boolean;
  /** What the tool got; absent where it was not started. */
  readonly sent?: ToolRequest;
}

const LEFT: DispatchResult = { type: 'error', code: 'NOT_RUN', message: 'the host gave it up before it ran' };

const outcomeOf = async (
  begun: Dispatchable,
  host: HostOptions,
  input: unknown,
  execute: Execute,
  options: GivenOptions,
): Promise<Pick<Ran, 'outcome' | 'again'>> => {
  const finished = new AbortController();
  try {
    const timeout = AbortSignal.timeout(Math.min(begun.timeoutMs, LONGEST_MS));
    const given = ownSignal(options.abortSignal);
    const abortSignal = given === undefined ? timeout : AbortSignal.any([given, timeout]);
    const output = (async () =>
      await finalOf(await execute(input, { ...options, abortSignal }), abortSignal))();
    const value = await Promise.race([output, untilAborted(abortSignal, finished.signal)]);
    return { outcome: answerOf(value, begun), again: false };
  } catch (thrown) {
    const isLeft = ownSignal(options.abortSignal)?.aborted === true;
    return {
      outcome: outcomeOfThrown(thrown, host, begun),
      again: !isLeft && !isKnownFailure(host, thrown),
    };
  } finally {
    finished.abort();
  }
};

const ranBy = async (
  begun: Dispatchable,
  host: HostOptions,
  execute: Execute,
  options: GivenOptions,
): Promise<Ran> => {
  if (ownSignal(options.abortSignal)?.aborted === true) return { outcome: LEFT, again: false };
  const { server, target } = begun;
  let sent: ToolRequest;
  let input: unknown;
  try {
    const { arguments: judged } = begun.take();
    sent = requestOf({ ...host, server }, target, judged, undefined);
    // the judged arguments, as ordinary objects: tools expect those
    input = structuredClone(judged);
  } catch (error) {
    return { outcome: { type: 'not-sent', message: thrownText(error) }, again: false };
  }
  return { ...(await outcomeOf(begun, host, input, execute, options)), sent };
};

const HELP = 'find out whether it happened before you call it again';

/** What the model gets, which is what was recorded and not what the tool held in its hands. */
const released = (ended: Finished | Stopped): unknown => {
  if ('reasons' in ended)
    throw new CallgateError(ended.code, `it ran, and was not recorded: ${ended.reasons.join('; ')}`, {
      help: HELP,
    });
  const { answer } = ended;
  if (answer.type === 'result') return answer.result;
  if (answer.type === 'error') throw new CallgateError(String(answer.code), answer.message);
  throw new CallgateError(answer.code, answer.message, { help: HELP });
};

const settled = async (
  gate: Gate,
  begun: Dispatchable,
  { outcome, sent }: Ran,
): Promise<Finished | Stopped> =>
  sent === undefined ? await gate.settle(begun, outcome) : await settleRan(gate, begun, sent, outcome);

const notSettled = ({ sent }: Ran, error: unknown): CallgateError => {
  if (sent === undefined && isSettledTwice(error))
    return new CallgateError('NOT_RUN', 'not run: it was given up on before it was to run');
  const code = error instanceof CallgateError ? error.code : 'NOT_RECORDED';
  return sent === undefined
    ? new CallgateError(code, `not run: ${whyNot(error)}`, { cause: error })
    : new CallgateError(code, `it ran, and what came of it could not be recorded: ${whyNot(error)}`, {
        help: HELP,
        cause: error,
      });
};

interface LastAttempt {
  readonly begun: Dispatchable;
  readonly ran: Ran;
}

/** Runs it as often as the policy orders while no answer comes. */
const ranWithRetries = async (
  gate: Gate,
  host: HostOptions,
  first: Dispatchable,
  execute: Execute,
  options: GivenOptions,
): Promise<LastAttempt> => {
  let begun = first;
  let ran = await ranBy(begun, host, execute, options);
  let unknown: DispatchResult | undefined;
  while (ran.again) {
    const next = await gate.retry(begun, ownSignal(options.abortSignal));
    if (next === undefined) break;
    if (ran.outcome.type === 'unknown') unknown = ran.outcome;
    begun = next;
    ran = await ranBy(begun, host, execute, options);
  }
  // that the last attempt never left says nothing about one before it
  return { begun, ran: ran.again && unknown !== undefined ? { ...ran, outcome: unknown } : ran };
};

/** Runs a tool for a call that was let out. Its answer is released when it is durable. */
export const runTool = async (
  gate: Gate,
  host: HostOptions,
  begun: Dispatchable,
  execute: Execute,
  options: GivenOptions,
): Promise<unknown> => {
  const { begun: last, ran } = await ranWithRetries(gate, host, begun, execute, options);
  let ended: Finished | Stopped;
  try {
    ended = await settled(gate, last, ran);
  } catch (error) {
    throw notSettled(ran, error);
  }
  return released(ended);
};
