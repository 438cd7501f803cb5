import { CallgateError, display, isJsonObject } from '@callgate/core';
import type { Answer, Begun, Finished, Gate } from '@callgate/gate';
import { NotSent } from '@callgate/gate';
import type { HostOptions } from './host.ts';
import { asJson } from './host.ts';

export interface ExecutionOptions {
  readonly toolCallId?: string;
  readonly abortSignal?: AbortSignal | undefined;
}

export type Execute = (input: unknown, options: ExecutionOptions) => unknown;

type Outcome = Parameters<Gate['settle']>[1];

/** No timer of Node is longer. */
const LONGEST = 2 ** 31 - 1;

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

/** Rejects once the signal is aborted. */
const untilAborted = (signal: AbortSignal, finished: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const onAbort = (): void => reject(new GivenUp(String(signal.reason)));
    signal.addEventListener('abort', onAbort, { once: true, signal: finished });
    if (signal.aborted) onAbort();
  });

class GivenUp extends Error {}

const messageOf = (error: unknown): string =>
  display(error instanceof Error ? error.message : String(error), { max: 2000, lines: true });

const answerOf = (value: unknown): Answer => {
  try {
    const result = asJson(value);
    // what the MCP client returns says it in this way
    const failed = isJsonObject(result) && result['isError'] === true;
    return { type: 'result', result, ...(failed ? { isError: true } : {}) };
  } catch (error) {
    return {
      type: 'error',
      code: 'RESULT_NOT_JSON',
      message: `it ran, but its result has no JSON: ${messageOf(error)}`,
    };
  }
};

const outcomeOfThrown = (error: unknown, { knownFailure }: HostOptions, { decision }: Begun): Outcome => {
  if (error instanceof GivenUp) return { type: 'unknown', message: `given up on: ${messageOf(error)}` };
  if (error instanceof NotSent) return { type: 'not-sent', message: messageOf(error) };
  const nothingHappened = decision.facts.mutates === 'no' || knownFailure?.(error) === true;
  return nothingHappened
    ? { type: 'error', code: 'TOOL_FAILED', message: messageOf(error) }
    : { type: 'unknown', message: `the tool threw: ${messageOf(error)}` };
};

const outcomeOf = async (
  begun: Begun,
  host: HostOptions,
  execute: Execute,
  options: ExecutionOptions,
): Promise<Outcome> => {
  const { dispatchable } = begun;
  if (options.abortSignal?.aborted)
    return { type: 'error', code: 'NOT_RUN', message: 'the host gave it up before it ran' };
  const finished = new AbortController();
  const timeout = AbortSignal.timeout(Math.min(dispatchable.timeoutMs, LONGEST));
  const signal = AbortSignal.any(
    options.abortSignal === undefined ? [timeout] : [options.abortSignal, timeout],
  );
  // the judged arguments, as ordinary objects: tools expect those
  const input: unknown = structuredClone(dispatchable.take().arguments);
  try {
    const output = (async () =>
      await finalOf(await execute(input, { ...options, abortSignal: signal }), signal))();
    return answerOf(await Promise.race([output, untilAborted(signal, finished.signal)]));
  } catch (error) {
    return outcomeOfThrown(error, host, begun);
  } finally {
    finished.abort();
  }
};

/** What the model gets, which is what was recorded and not what the tool held in its hands. */
const released = ({ answer }: Finished): unknown => {
  if (answer.type === 'result') return answer.result;
  if (answer.type === 'error') throw new CallgateError(answer.code, answer.message);
  throw new CallgateError(answer.code, answer.message, {
    help: 'find out whether it happened before you call it again',
  });
};

/** Runs a tool for a call that was let out. Its answer is released when it is durable. */
export const runTool = async (
  gate: Gate,
  host: HostOptions,
  begun: Begun,
  execute: Execute,
  options: ExecutionOptions,
): Promise<unknown> =>
  released(await gate.settle(begun.dispatchable, await outcomeOf(begun, host, execute, options)));
