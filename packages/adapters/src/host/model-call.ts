import type { Json } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import { adapterErrors } from '@callgate/messages/errors/adapter';
import { adapterMessages } from '@callgate/messages/adapter';
import type { ErrorText } from '@callgate/messages/text/error-text';
import { parseStrict } from '@callgate/core/receive';
import type { Gate } from '@callgate/gate';
import type { ConversationRef } from './host-options.ts';
import type { ModelCallResult, StepCall } from './run-step.ts';
import { runStep } from './run-step.ts';
import type { WaitingHostOptions } from './run-with-approval.ts';
import type { ExecutionOptions } from './run-tool.ts';

/** What a tool does. It gets the arguments that were judged. */
export type ToolHandler = (input: never, options: ExecutionOptions) => unknown;

/** What tools do, by name. */
export type ToolHandlers = Readonly<Record<string, ToolHandler>>;

/** A call as a model wrote it. */
export interface ModelCall {
  readonly name: string;
  readonly id: string | undefined;
  /** Text that should be JSON, or a value that was JSON. */
  readonly input: { readonly text: string } | { readonly value: unknown };
  /** Why it cannot be run at all, such as that the model was cut off in the middle of it. */
  readonly unusable?: string;
}

const MAX_NAME = 80;

/** What is not even a call leaves a row, and the model is told. */
export const refuseCall = async (
  gate: Gate,
  { principal }: ConversationRef,
  text: ErrorText,
): Promise<CallgateError> => {
  const { code, message } = text;
  await gate.refused({ principal: principal.subject, code, message });
  return new CallgateError({ ...text, message: adapterMessages.notRun({ reason: message }) });
};

const readInput = (input: ModelCall['input']): Json => {
  if ('value' in input) return (input.value ?? {}) as Json;
  // some models write nothing where there are no arguments
  return input.text === '' ? {} : parseStrict(input.text);
};

const toStepCall = async (
  gate: Gate,
  who: ConversationRef,
  { name, id, input, unusable }: ModelCall,
  handler: ToolHandler | undefined,
  signal: AbortSignal | undefined,
): Promise<StepCall | CallgateError> => {
  const shown = display(name, { max: MAX_NAME });
  if (handler === undefined) return await refuseCall(gate, who, adapterErrors.toolUnknown({ tool: shown }));
  if (unusable !== undefined)
    return await refuseCall(gate, who, adapterErrors.callCut({ tool: shown, problem: unusable }));
  try {
    const execute = handler as (input: unknown, options: ExecutionOptions) => unknown;
    return {
      name,
      id,
      signal,
      input: readInput(input),
      execute: (judged, options) => execute(judged, options),
    };
  } catch (error) {
    if (!(error instanceof CallgateError)) throw error;
    return await refuseCall(
      gate,
      who,
      adapterErrors.argumentsNotJson({ tool: shown, problem: error.message }),
    );
  }
};

/** Answers the calls of one step, in their order, each by what is found to do it. */
export const answerCallsWith = async (
  gate: Gate,
  host: WaitingHostOptions,
  calls: readonly ModelCall[],
  handlerOf: (call: ModelCall, at: number) => ToolHandler | undefined,
  signal?: AbortSignal,
): Promise<readonly ModelCallResult[]> => {
  const uses: (StepCall | CallgateError)[] = [];
  for (const [at, call] of calls.entries())
    uses.push(await toStepCall(gate, host, call, handlerOf(call, at), signal));
  const usable = uses.filter((use): use is StepCall => !(use instanceof CallgateError));
  const ran = [...(await runStep(gate, host, usable))];
  return uses.map((use): ModelCallResult => {
    if (use instanceof CallgateError) return { type: 'error', error: use };
    return ran.shift() ?? { type: 'error', error: new CallgateError(adapterErrors.notRun()) };
  });
};

/** Answers the calls of one step, in their order, by the names of tools. */
export const answerModelCalls = (
  gate: Gate,
  host: WaitingHostOptions,
  calls: readonly ModelCall[],
  handlers: ToolHandlers,
  signal?: AbortSignal,
): Promise<readonly ModelCallResult[]> =>
  answerCallsWith(
    gate,
    host,
    calls,
    ({ name }) => (Object.hasOwn(handlers, name) ? handlers[name] : undefined),
    signal,
  );
