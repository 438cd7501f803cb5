import type { Json } from '@callgate/core';
import { CallgateError, canonical, isJsonObject } from '@callgate/core';
import type {
  UpstreamResponse,
  Dispatchable,
  FinishedCall,
  Gate,
  StoppedCall,
  DispatchResult,
} from '@callgate/gate';
import { NotSentError } from '@callgate/gate';
import { adapterErrors } from '@callgate/messages/errors/adapter';
import { adapterMessages } from '@callgate/messages/adapter';
import type { HostOptions, ToolRequest } from './host-options.ts';
import { LONGEST_MS, copyJson, toJson, requestOf } from './host-options.ts';
import { toAbortSignal } from './to-abort-signal.ts';
import { isSettledTwice, settleRun } from './settle-run.ts';
import { abortReasonText, thrownText, failureText } from './error-text.ts';

export interface ExecutionOptions {
  readonly toolCallId?: string;
  readonly abortSignal?: AbortSignal | undefined;
}

/** The same as frameworks give it: null is no signal. */
export type FrameworkExecutionOptions = Omit<ExecutionOptions, 'abortSignal'> & {
  readonly abortSignal?: AbortSignal | null | undefined;
};

export type ToolExecutor = (input: unknown, options: ExecutionOptions) => unknown;

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

class GivenUpError extends Error {}

interface RunDeadline {
  /** Aborted when the time is over or the host left. */
  readonly signal: AbortSignal;
  /** Rejects once it is aborted. */
  readonly givenUp: Promise<never>;
  /** The run is over: nothing is aborted any more. */
  stop(): void;
}

/** `AbortSignal.any` and `AbortSignal.timeout` do the same for several times as much, and the timer stays when the run is over. */
const startDeadline = (ms: number, host: AbortSignal | undefined): RunDeadline => {
  const controller = new AbortController();
  const { signal } = controller;
  const { promise: givenUp, reject } = Promise.withResolvers<never>();
  const abort = (reason: unknown): void => {
    controller.abort(reason);
    reject(new GivenUpError(abortReasonText(signal.reason)));
  };
  const timer = setTimeout(
    () => abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')),
    ms,
  );
  timer.unref();
  const onLeft = (): void => abort(host?.reason);
  host?.addEventListener('abort', onLeft, { once: true });
  if (host?.aborted === true) onLeft();
  // nobody may be waiting for it yet
  givenUp.catch(() => {});
  return {
    signal,
    givenUp,
    stop: () => {
      clearTimeout(timer);
      host?.removeEventListener('abort', onLeft);
    },
  };
};

const mayMutate = ({ decision }: Dispatchable): boolean => decision.facts.mutates !== 'no';

const checkRecordable = (result: Json): Json => {
  const { length } = canonical(result);
  if (length > MAX_RESULT)
    throw new Error(adapterMessages.outcome.resultTooLarge({ bytes: length, most: MAX_RESULT }));
  return result;
};

const answerOf = (value: unknown, begun: Dispatchable): UpstreamResponse => {
  try {
    const json = toJson(value);
    // the gate refuses what it cannot record, and what has changed something would count as failed
    const result = mayMutate(begun) ? checkRecordable(json) : json;
    // what the MCP client returns says it in this way
    const failed = isJsonObject(result) && result['isError'] === true;
    return { type: 'result', result, ...(failed ? { isError: true } : {}) };
  } catch (error) {
    const message = adapterMessages.outcome.resultNotJson({ problem: thrownText(error) });
    return mayMutate(begun)
      ? { type: 'result', result: { ran: true, result: null, note: message } }
      : { type: 'error', code: 'RESULT_NOT_JSON', message };
  }
};

const isInstance = (kind: new (message: string) => Error, thrown: unknown): boolean => {
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
  if (isInstance(GivenUpError, thrown))
    return { type: 'unknown', message: adapterMessages.outcome.cancelled({ problem: message }) };
  if (isInstance(NotSentError, thrown)) return { type: 'not-sent', message };
  return !mayMutate(begun) || isKnownFailure(host, thrown)
    ? { type: 'error', code: 'TOOL_FAILED', message }
    : { type: 'unknown', message: adapterMessages.outcome.threw({ problem: message }) };
};

interface RunAttempt {
  readonly outcome: DispatchResult;
  /** No answer came, and the host still wants one: where the policy orders it, it is tried again. */
  readonly again: boolean;
  /** What the tool got; absent where it was not started. */
  readonly sent?: ToolRequest;
}

const GIVEN_UP_BEFORE_RUN: DispatchResult = {
  type: 'error',
  code: 'NOT_RUN',
  message: adapterMessages.outcome.hostCancelledBefore,
};

const outcomeOf = async (
  begun: Dispatchable,
  host: HostOptions,
  input: unknown,
  execute: ToolExecutor,
  options: FrameworkExecutionOptions,
): Promise<Pick<RunAttempt, 'outcome' | 'again'>> => {
  const deadline = startDeadline(Math.min(begun.timeoutMs, LONGEST_MS), toAbortSignal(options.abortSignal));
  try {
    const abortSignal = deadline.signal;
    const output = (async () =>
      await finalOf(await execute(input, { ...options, abortSignal }), abortSignal))();
    const value = await Promise.race([output, deadline.givenUp]);
    return { outcome: answerOf(value, begun), again: false };
  } catch (thrown) {
    const isLeft = toAbortSignal(options.abortSignal)?.aborted === true;
    return {
      outcome: outcomeOfThrown(thrown, host, begun),
      again: !isLeft && !isKnownFailure(host, thrown),
    };
  } finally {
    deadline.stop();
  }
};

const attemptRun = async (
  begun: Dispatchable,
  host: HostOptions,
  execute: ToolExecutor,
  options: FrameworkExecutionOptions,
): Promise<RunAttempt> => {
  if (toAbortSignal(options.abortSignal)?.aborted === true)
    return { outcome: GIVEN_UP_BEFORE_RUN, again: false };
  const { server, target } = begun;
  let sent: ToolRequest;
  let input: unknown;
  try {
    const { arguments: judged } = begun.take();
    sent = requestOf({ ...host, server }, target, judged, undefined);
    // the judged arguments, as ordinary objects: tools expect those
    input = copyJson(judged);
  } catch (error) {
    return { outcome: { type: 'not-sent', message: thrownText(error) }, again: false };
  }
  return { ...(await outcomeOf(begun, host, input, execute, options)), sent };
};

const HELP = adapterMessages.findOut;

/** What the model gets, which is what was recorded and not what the tool held in its hands. */
const releasedResult = (ended: FinishedCall | StoppedCall): unknown => {
  if ('reasons' in ended)
    throw new CallgateError({
      code: ended.code,
      message: adapterMessages.outcome.ranUnrecorded({ reasons: ended.reasons.join('; ') }),
      help: HELP,
    });
  const { answer } = ended;
  if (answer.type === 'result') return answer.result;
  if (answer.type === 'error') throw new CallgateError(String(answer.code), answer.message);
  throw new CallgateError(answer.code, answer.message, { help: HELP });
};

const settleAttempt = async (
  gate: Gate,
  begun: Dispatchable,
  { outcome, sent }: RunAttempt,
): Promise<FinishedCall | StoppedCall> =>
  sent === undefined ? await gate.settle(begun, outcome) : await settleRun(gate, begun, sent, outcome);

const notSettledError = ({ sent }: RunAttempt, error: unknown): CallgateError => {
  if (sent === undefined && isSettledTwice(error)) return new CallgateError(adapterErrors.cancelledBefore());
  const code = error instanceof CallgateError ? error.code : 'NOT_RECORDED';
  return sent === undefined
    ? new CallgateError(
        { code, message: adapterMessages.notRun({ reason: failureText(error) }) },
        { cause: error },
      )
    : new CallgateError(
        {
          code,
          message: adapterMessages.outcome.ranResultUnrecorded({ problem: failureText(error) }),
          help: HELP,
        },
        { cause: error },
      );
};

interface LastAttempt {
  readonly begun: Dispatchable;
  readonly ran: RunAttempt;
}

/** Runs it as often as the policy orders while no answer comes. */
const runWithRetries = async (
  gate: Gate,
  host: HostOptions,
  first: Dispatchable,
  execute: ToolExecutor,
  options: FrameworkExecutionOptions,
): Promise<LastAttempt> => {
  let begun = first;
  let ran = await attemptRun(begun, host, execute, options);
  let unknown: DispatchResult | undefined;
  while (ran.again) {
    const next = await gate.retry(begun, toAbortSignal(options.abortSignal));
    if (next === undefined) break;
    if (ran.outcome.type === 'unknown') unknown = ran.outcome;
    begun = next;
    ran = await attemptRun(begun, host, execute, options);
  }
  // that the last attempt never left says nothing about one before it
  return { begun, ran: ran.again && unknown !== undefined ? { ...ran, outcome: unknown } : ran };
};

/** Runs a tool for a call that was let out. Its answer is released when it is durable. */
export const runTool = async (
  gate: Gate,
  host: HostOptions,
  begun: Dispatchable,
  execute: ToolExecutor,
  options: FrameworkExecutionOptions,
): Promise<unknown> => {
  const { begun: last, ran } = await runWithRetries(gate, host, begun, execute, options);
  let ended: FinishedCall | StoppedCall;
  try {
    ended = await settleAttempt(gate, last, ran);
  } catch (error) {
    throw notSettledError(ran, error);
  }
  return releasedResult(ended);
};
