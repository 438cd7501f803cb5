import type { Json } from '@callgate/core';
import { CallgateError, isJsonObject } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import { adapterErrors } from '@callgate/messages/errors/adapter';
import { hostRunCallsOf, isSameCall } from '../host/host-run-calls.ts';
import { runWithApproval } from '../host/run-with-approval.ts';
import type { ToolExecutor } from '../host/run-tool.ts';
import { runTool } from '../host/run-tool.ts';
import { errorText } from '../host/error-text.ts';
import type { CopilotToolLike, CopilotFailedResult, ToolInvocationLike } from './shapes.ts';
import type { CopilotHost } from './tool-request.ts';
import { createRequest } from './tool-request.ts';

const isFailedResult = (result: unknown): result is object =>
  typeof result === 'object' &&
  result !== null &&
  'textResultForLlm' in result &&
  'resultType' in result &&
  result.resultType !== 'success';

/** A result of the SDK that is none says so in its own way, and for the record in the way of MCP. */
const markFailure = (result: unknown): unknown =>
  isFailedResult(result) ? { ...result, isError: true } : result;

const unmarkFailure = (result: unknown): unknown => {
  if (!isFailedResult(result) || !isJsonObject(result as Json)) return result;
  const { isError: _, ...own } = result as { readonly isError?: unknown };
  return own;
};

/** The SDK tells the model nothing of what is thrown. */
const toFailedResult = (error: CallgateError): CopilotFailedResult => ({
  textResultForLlm: errorText(error),
  resultType: 'failure',
  error: error.message,
});

const gatedHandler =
  (gate: Gate, host: CopilotHost, name: string, handler: (args: never, invocation: never) => unknown) =>
  async (args: unknown, invocation: ToolInvocationLike): Promise<unknown> => {
    const { toolCallId: id, signal } = invocation;
    const execute: ToolExecutor = async (input, { abortSignal }) =>
      markFailure(
        await handler(input as never, { ...invocation, arguments: input, signal: abortSignal } as never),
      );
    const out = hostRunCallsOf(gate).takeToRun(host, id);
    const input = args ?? {};
    try {
      if (out === undefined)
        return unmarkFailure(await runWithApproval(gate, host, { name, input, id, signal }, execute));
      const request = createRequest(host, host.server, name, input, id);
      if (!isSameCall(out.request, request)) {
        const text = adapterErrors.argumentsChanged();
        await gate.settle(out.begun, { type: 'not-sent', message: text.message });
        throw new CallgateError(text);
      }
      return unmarkFailure(
        await runTool(gate, host, out.begun, execute, { toolCallId: id, abortSignal: signal }),
      );
    } catch (error) {
      if (!(error instanceof CallgateError)) throw error;
      return toFailedResult(error);
    }
  };

/** The same tools, which run only what the gate lets out, and settle it. Make them for each session. */
export const gatedTools = <T extends readonly CopilotToolLike[]>(
  gate: Gate,
  tools: T,
  host: CopilotHost,
): T =>
  tools.map((tool) => {
    const { name, handler } = tool;
    if (handler === undefined) return tool;
    hostRunCallsOf(gate).runsHere(host, host.server, name);
    return { ...tool, handler: gatedHandler(gate, host, name, handler.bind(tool)) };
  }) as unknown as T;
