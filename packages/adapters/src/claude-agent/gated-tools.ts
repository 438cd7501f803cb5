import { CallgateError, canonical } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import { adapterErrors } from '@callgate/messages/errors/adapter';
import { toJson, isObject } from '../host/host-options.ts';
import type { HostRunCall } from '../host/host-run-calls.ts';
import { hostRunCallsOf } from '../host/host-run-calls.ts';
import { runWithApproval } from '../host/run-with-approval.ts';
import type { ToolExecutor } from '../host/run-tool.ts';
import { runTool } from '../host/run-tool.ts';
import { parseShape } from './parse-shape.ts';
import type { McpToolLike } from './shapes.ts';
import type { ClaudeHost } from './tool-request.ts';
import { hostFor } from './tool-request.ts';

/** Where Claude Code says for which of its tool uses it calls. */
const toolUseId = (extra: unknown): string | undefined => {
  const meta = isObject(extra) ? extra['_meta'] : undefined;
  const id = isObject(meta) ? meta['claudecode/toolUseId'] : undefined;
  return typeof id === 'string' ? id : undefined;
};

const signalOf = (extra: unknown): AbortSignal | undefined => {
  const signal = isObject(extra) ? extra['signal'] : undefined;
  return signal instanceof AbortSignal ? signal : undefined;
};

/** The hook has judged what the model wrote; the schemas have read defaults into it since, and nothing else. */
const isSameAsJudged = async (shape: object, { request }: HostRunCall, args: unknown): Promise<boolean> =>
  canonical(toJson(await parseShape(shape, request.arguments))) === canonical(toJson(args));

const gatedHandler =
  (gate: Gate, host: ClaudeHost, server: string, tool: McpToolLike) =>
  async (args: unknown, extra: unknown): Promise<unknown> => {
    const id = toolUseId(extra);
    const signal = signalOf(extra);
    const here = hostFor(host, server);
    // as the schemas have read them: they say the same as what was judged, and may be more than JSON
    const execute: ToolExecutor = (_, { abortSignal }) =>
      tool.handler(args as never, isObject(extra) ? { ...extra, signal: abortSignal } : extra);
    const out = hostRunCallsOf(gate).takeToRun(host, id);
    if (out === undefined)
      return await runWithApproval(
        gate,
        { ...host, ...here },
        { name: tool.name, input: toJson(args), id, signal },
        execute,
      );
    const { server: judgedServer, name } = out.request;
    if (
      judgedServer !== server ||
      name !== tool.name ||
      !(await isSameAsJudged(tool.inputSchema, out, args))
    ) {
      const text = adapterErrors.argumentsChanged();
      await gate.settle(out.begun, { type: 'not-sent', message: text.message });
      throw new CallgateError(text);
    }
    return await runTool(gate, here, out.begun, execute, { abortSignal: signal });
  };

/**
 * The same tools for `createSdkMcpServer`, which run only what the gate lets out, and settle it. `server` is the name under
 * which the server stands in `mcpServers`. Make them for each conversation.
 */
export const gatedTools = <T extends readonly McpToolLike[]>(
  gate: Gate,
  tools: T,
  { server, ...host }: ClaudeHost & { readonly server: string },
): T =>
  tools.map((tool) => {
    hostRunCallsOf(gate).runsHere(host, server, tool.name);
    return { ...tool, handler: gatedHandler(gate, host, server, tool) };
  }) as unknown as T;
