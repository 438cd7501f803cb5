import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import { toJson } from '../host/host-options.ts';
import type { ToolHandlers } from '../host/model-call.ts';
import { answerCallsWith } from '../host/model-call.ts';
import type { WaitingHostOptions } from '../host/run-with-approval.ts';
import type { ModelCallResult } from '../host/run-step.ts';
import { answerFunctionCalls, answerPart, callOf } from './genai-function-calls.ts';
import type { CallableToolLike, FunctionCallLike, FunctionResponsePart } from './genai-shapes.ts';
import { declaredNames } from './genai-shapes.ts';

/** The tool's own answer where it gave nothing else: labels that a server put on its result are read there. */
const onlyResponse = (parts: Json): JsonObject | undefined => {
  const [part, ...more] = Array.isArray(parts) ? (parts as readonly Json[]) : [];
  if (part === undefined || more.length > 0 || !isJsonObject(part)) return undefined;
  const { functionResponse, ...others } = part;
  if (!isJsonObject(functionResponse) || Object.keys(others).length > 0) return undefined;
  const { id: _, name: __, response, ...rest } = functionResponse;
  return Object.keys(rest).length === 0 && isJsonObject(response) ? response : undefined;
};

/** What a tool gave, as it is recorded. `error` is where the SDK writes that it failed. */
const toRecordedResult = (parts: Json): JsonObject => {
  const response = onlyResponse(parts);
  if (response === undefined) return { parts };
  return Object.hasOwn(response, 'error') ? { ...response, isError: true } : response;
};

/** What was recorded, as parts again. */
const releasedParts = (
  call: FunctionCallLike,
  came: ModelCallResult,
  asParts: boolean,
): readonly unknown[] => {
  if (came.type === 'error' || !isJsonObject(came.value)) return [answerPart(call, came)];
  const { value } = came;
  if (asParts && Array.isArray(value['parts'])) return value['parts'] as readonly unknown[];
  const { id, name = '' } = call;
  return [{ functionResponse: { ...(id === undefined ? {} : { id }), name, response: { ...value } } }];
};

/**
 * The same tool, which runs only what the gate lets out; for what `mcpToTool` gives and for tools of one's own. Calls are
 * handed to it one by one, with the arguments that were judged. `signal` is for the host that leaves: the SDK has none
 * for tools.
 */
export const gatedCallableTool = <Call extends FunctionCallLike, Part, Tool extends object>(
  gate: Gate,
  tool: CallableToolLike<Call, Part, Tool>,
  host: WaitingHostOptions,
  signal?: AbortSignal,
): CallableToolLike<Call, Part, Tool> => ({
  tool: () => tool.tool(),
  callTool: async (functionCalls) => {
    const declared = declaredNames(await tool.tool());
    // the SDK shows every tool all calls
    const own = functionCalls.filter(({ name }) => name !== undefined && declared.has(name));
    const asParts = new Set<number>();
    const came = await answerCallsWith(
      gate,
      host,
      own.map(callOf),
      (_, at) => async (args: Record<string, unknown>) => {
        const call = own[at];
        if (call === undefined) return undefined;
        const parts = toJson(await tool.callTool([{ ...call, args }]));
        if (onlyResponse(parts) === undefined) asParts.add(at);
        return toRecordedResult(parts);
      },
      signal,
    );
    return own.flatMap((call, at) => {
      const one = came[at];
      return one === undefined ? [] : (releasedParts(call, one, asParts.has(at)) as Part[]);
    });
  },
});

/** A tool that the SDK calls by itself, of functions and what they do. */
export const callableTool = <Declaration extends object>(
  gate: Gate,
  functionDeclarations: readonly Declaration[],
  handlers: ToolHandlers,
  host: WaitingHostOptions,
  signal?: AbortSignal,
): CallableToolLike<FunctionCallLike, FunctionResponsePart, { functionDeclarations: Declaration[] }> => {
  const tool = { functionDeclarations: [...functionDeclarations] };
  const declared = declaredNames(tool);
  return {
    tool: async () => tool,
    callTool: async (functionCalls) =>
      await answerFunctionCalls(
        gate,
        host,
        functionCalls.filter(({ name }) => name !== undefined && declared.has(name)),
        handlers,
        signal,
      ),
  };
};
