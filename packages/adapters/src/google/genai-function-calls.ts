import { isJsonObject } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import { adapterMessages } from '@callgate/messages/adapter';
import type { ToolHandlers, ModelCall } from '../host/model-call.ts';
import { answerModelCalls } from '../host/model-call.ts';
import type { WaitingHostOptions } from '../host/run-with-approval.ts';
import type { ModelCallResult } from '../host/run-step.ts';
import { reasonText } from '../host/error-text.ts';
import type { FunctionCallLike, FunctionResponsePart } from './genai-shapes.ts';

export const callOf = ({ id, name = '', args, willContinue }: FunctionCallLike): ModelCall => ({
  name,
  id,
  input: { value: args },
  ...(willContinue === true ? { unusable: adapterMessages.answers.incomplete } : {}),
});

const responseOf = (came: ModelCallResult): Record<string, unknown> => {
  if (came.type === 'error') return { error: reasonText(came.error) };
  const { value } = came;
  const failed = isJsonObject(value) && value['isError'] === true;
  return failed ? { error: value } : { output: value };
};

export const answerPart = (
  { id, name = '' }: FunctionCallLike,
  came: ModelCallResult,
): FunctionResponsePart => ({
  functionResponse: { ...(id === undefined ? {} : { id }), name, response: responseOf(came) },
});

/**
 * Answers all function calls of a response: judged in their order, then run side by side. The parts are the content of
 * the next turn. A call that may not run is answered with the reason.
 */
export const answerFunctionCalls = async (
  gate: Gate,
  host: WaitingHostOptions,
  calls: readonly FunctionCallLike[] | undefined,
  handlers: ToolHandlers,
  signal?: AbortSignal,
): Promise<FunctionResponsePart[]> => {
  const asked = calls ?? [];
  const came = await answerModelCalls(gate, host, asked.map(callOf), handlers, signal);
  return asked.flatMap((call, at) => {
    const one = came[at];
    return one === undefined ? [] : [answerPart(call, one)];
  });
};
