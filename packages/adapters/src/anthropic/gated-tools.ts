import { CallgateError, display, isJsonObject } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import { adapterErrors } from '@callgate/messages/errors/adapter';
import type { McpToolDefinition } from '../host/catalogue.ts';
import { toJson } from '../host/host-options.ts';
import { refuseCall } from '../host/model-call.ts';
import type { WaitingHostOptions } from '../host/run-with-approval.ts';
import { runWithApproval } from '../host/run-with-approval.ts';
import { reasonText } from '../host/error-text.ts';

/** A tool of the tool runner (`BetaRunnableTool`). */
export interface RunnableLike {
  readonly name: string;
  readonly run: (args: never, context?: never) => unknown;
  readonly parse?: ((content: unknown) => unknown) | undefined;
  readonly description?: string | undefined;
  readonly input_schema?: unknown;
}

interface RunContext {
  readonly toolUse?: { readonly id?: unknown; readonly input?: unknown } | undefined;
  readonly signal?: AbortSignal | null | undefined;
}

/** The SDK's `ToolError`: the tool has answered, and its answer is that it failed. */
interface ToolErrorLike extends Error {
  readonly content: unknown;
}

const isToolError = (error: unknown): error is ToolErrorLike =>
  error instanceof Error && error.name === 'ToolError' && 'content' in error;

type ToolErrorClass = new (content: unknown) => Error;

const parseInput = (tool: RunnableLike, args: unknown): unknown =>
  tool.parse === undefined ? args : tool.parse(args);

/** What the schema does not take is refused here: if it failed later, nobody would know whether the tool ran. */
const checkInput = async (
  gate: Gate,
  host: WaitingHostOptions,
  tool: RunnableLike,
  args: unknown,
): Promise<void> => {
  try {
    parseInput(tool, args);
  } catch (error) {
    const message = display(error instanceof Error ? error.message : String(error), {
      max: 2000,
      lines: true,
    });
    const text = adapterErrors.argumentsInvalid({ tool: display(tool.name, { max: 80 }) });
    // what a schema complains about may hold the arguments: that is for the model, and not for the record
    const refused = await refuseCall(gate, host, text);
    throw new CallgateError({ code: refused.code, message: `${refused.message}: ${message}` });
  }
};

const runChecked = async (
  gate: Gate,
  host: WaitingHostOptions,
  tool: RunnableLike,
  args: unknown,
  context: RunContext | undefined,
): Promise<unknown> => {
  const run = tool.run.bind(tool) as (args: unknown, context: unknown) => unknown;
  const id = context?.toolUse?.id;
  let failed: ToolErrorLike | undefined;
  const use = {
    name: tool.name,
    input: args,
    id: typeof id === 'string' ? id : undefined,
    signal: context?.signal ?? undefined,
  };
  const released = await runWithApproval(gate, host, use, async (judged, { abortSignal }) => {
    try {
      return await run(parseInput(tool, judged), { ...context, signal: abortSignal });
    } catch (error) {
      if (!isToolError(error)) throw error;
      failed = error;
      return { isError: true, content: error.content };
    }
  });
  if (failed === undefined) return released;
  const content = isJsonObject(released) ? released['content'] : released;
  throw new (failed.constructor as ToolErrorClass)(content);
};

/**
 * The same tool, which runs only what the gate lets out. It judges what the model wrote and not what a schema made of it.
 * What does not run throws: the runner then tells the model why, as an error of the tool.
 */
export const gatedTool = <T extends RunnableLike>(gate: Gate, tool: T, host: WaitingHostOptions): T => {
  const run = async (args: unknown, context?: RunContext): Promise<unknown> => {
    try {
      await checkInput(gate, host, tool, args);
      return await runChecked(gate, host, tool, args, context);
    } catch (error) {
      if (error instanceof CallgateError)
        throw new CallgateError(error.code, reasonText(error), { cause: error });
      throw error;
    }
  };
  const copy = Object.assign(Object.create(Object.getPrototypeOf(tool) as object | null) as T, tool);
  return Object.assign(copy, {
    run,
    // `run` parses: what is judged has to be what the model wrote
    parse: (content: unknown) => content,
  });
};

const isRunnable = (tool: object): tool is RunnableLike =>
  'run' in tool && typeof tool.run === 'function' && 'name' in tool && typeof tool.name === 'string';

/** The tools of a runner as definitions of MCP. They have no field for hints: the API takes no other members. */
export const definitionsOf = (tools: readonly object[]): readonly McpToolDefinition[] =>
  tools.filter(isRunnable).map(({ name, description, input_schema: schema }) => ({
    name,
    ...(description === undefined ? {} : { description }),
    inputSchema: schema === undefined ? { type: 'object' } : toJson(schema),
  }));

/** All tools of a runner. Those that the provider runs stay as they are: they have no seam. */
export const gatedTools = <T extends object>(
  gate: Gate,
  tools: readonly T[],
  host: WaitingHostOptions,
): T[] =>
  tools.map((tool) => {
    if (isRunnable(tool)) return gatedTool(gate, tool, host);
    if ('run' in tool) throw new CallgateError(adapterErrors.toolset());
    return tool;
  });
