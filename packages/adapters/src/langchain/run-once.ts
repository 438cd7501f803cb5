import type { JsonObject } from '@callgate/core';
import { CallgateError, canonical } from '@callgate/core';
import { NotSentError } from '@callgate/gate';
import { adapterErrors } from '@callgate/messages/errors/adapter';
import { adapterMessages } from '@callgate/messages/adapter';
import { isObject } from '../host/host-options.ts';

export interface Invokable {
  invoke(call: unknown, config?: unknown): unknown;
}

export const isInvokable = (tool: unknown): tool is Invokable =>
  isObject(tool) && typeof tool['invoke'] === 'function';

const isSame = (given: unknown, judged: JsonObject): boolean => {
  try {
    return canonical(given as JsonObject) === canonical(judged);
  } catch {
    return false;
  }
};

/** Nobody hears of an answer, or of a part of one, before it is durable. */
const silentConfig = (config: unknown, signal: AbortSignal | undefined): object => ({
  ...(isObject(config) ? config : {}),
  callbacks: [],
  writer: () => {},
  ...(signal === undefined ? {} : { signal }),
});

/** The tool has looked at its arguments and not begun. */
const isUnreadable = (error: unknown, judged: JsonObject): error is Error =>
  error instanceof Error &&
  error.message.startsWith('Received tool input did not match expected schema') &&
  'output' in error &&
  error.output === JSON.stringify(judged);

/** Other ways to run a tool of LangChain, which know nothing of the gate. */
const UNGATED_METHODS = [
  'func',
  'call',
  '_call',
  'batch',
  'stream',
  'streamEvents',
  'streamLog',
  'transform',
];

const rejectAroundGate = (): never => {
  throw new NotSentError(adapterMessages.outcome.aroundGate);
};

/**
 * The tool for one run, with the arguments that were judged. A middleware further in, which changes them or tries again,
 * gets an error. `onRun` hears that it was started.
 */
export const runOnce = <T extends Invokable>(
  tool: T,
  judged: JsonObject,
  signal: AbortSignal | undefined,
  onRun: () => void = () => {},
): T => {
  let before: { readonly error: unknown } | undefined;
  const invoke = async (call: unknown, config?: unknown): Promise<unknown> => {
    if (before !== undefined) throw before.error;
    before = { error: new CallgateError(adapterErrors.ranBefore()) };
    if (!isObject(call) || !isSame(call['args'], judged))
      throw new NotSentError(adapterMessages.outcome.argumentsChanged);
    try {
      onRun();
      return await tool.invoke({ ...call, args: structuredClone(judged) }, silentConfig(config, signal));
    } catch (error) {
      before = { error };
      throw isUnreadable(error, judged) ? new NotSentError(error.message) : error;
    }
  };
  const others = UNGATED_METHODS.filter((name) => name in tool).map(
    (name) => [name, { value: rejectAroundGate }] as const,
  );
  return Object.create(tool, { ...Object.fromEntries(others), invoke: { value: invoke } }) as T;
};
