import type { Gate } from '@callgate/gate';
import { adapterMessages } from '@callgate/messages/adapter';
import type { ToolHandlers, ModelCall } from '../host/model-call.ts';
import { answerModelCalls } from '../host/model-call.ts';
import type { WaitingHostOptions } from '../host/run-with-approval.ts';
import type { ModelCallResult } from '../host/run-step.ts';
import { errorText, resultText } from '../host/error-text.ts';
import type {
  CustomCallItem,
  CustomCallOutput,
  FunctionCallItem,
  FunctionCallOutput,
  OutputPart,
  ResponseLike,
} from './shapes.ts';
import { isCustomCall, isFunctionCall, outputParts } from './shapes.ts';

type CallItem = FunctionCallItem | CustomCallItem;
type CallOutput = FunctionCallOutput | CustomCallOutput;

/** `namespace.name` for a tool of a namespace: two of them may use the same name for different things. */
const nameOf = ({ name, namespace }: CallItem): string =>
  namespace === undefined ? name : `${namespace}.${name}`;

const isWhole = (status: string | null | undefined): boolean => (status ?? 'completed') === 'completed';

/** A call that was cut off may read as a whole one. `whole` says whether the response is. */
const callOf = (item: CallItem, whole: boolean): ModelCall => ({
  name: nameOf(item),
  id: item.call_id,
  input: item.type === 'custom_tool_call' ? { value: { input: item.input } } : { text: item.arguments },
  ...(whole && isWhole(item.status) ? {} : { unusable: adapterMessages.answers.cutOff }),
});

const outputOf = (came: ModelCallResult): string | OutputPart[] =>
  came.type === 'error' ? errorText(came.error) : (outputParts(came.value) ?? resultText(came.value));

const answerOf = (item: CallItem, came: ModelCallResult): CallOutput => ({
  type: item.type === 'function_call' ? 'function_call_output' : 'custom_tool_call_output',
  call_id: item.call_id,
  output: outputOf(came),
  ...(item.caller === undefined || item.caller === null ? {} : { caller: item.caller }),
});

/**
 * Answers all function calls of a response: judged in their order, then run side by side. The outputs go into the input
 * of the next request. A call that may not run is answered with the reason.
 */
export const answerFunctionCalls = async (
  gate: Gate,
  host: WaitingHostOptions,
  { output, status }: ResponseLike,
  handlers: ToolHandlers,
  signal?: AbortSignal,
): Promise<CallOutput[]> => {
  const items = (output as readonly unknown[]).filter(
    (item): item is CallItem => isFunctionCall(item) || isCustomCall(item),
  );
  const calls = items.map((item) => callOf(item, isWhole(status)));
  const came = await answerModelCalls(gate, host, calls, handlers, signal);
  return items.flatMap((item, at) => {
    const one = came[at];
    return one === undefined ? [] : [answerOf(item, one)];
  });
};

/** Answers one function call, for who brings a call again or has one alone. */
export const answerFunctionCall = async (
  gate: Gate,
  host: WaitingHostOptions,
  item: FunctionCallItem,
  handlers: ToolHandlers,
  signal?: AbortSignal,
): Promise<FunctionCallOutput> => {
  const [came] = await answerModelCalls(gate, host, [callOf(item, true)], handlers, signal);
  const output = came === undefined ? '' : outputOf(came);
  return {
    type: 'function_call_output',
    call_id: item.call_id,
    output,
    ...(item.caller === undefined || item.caller === null ? {} : { caller: item.caller }),
  };
};
