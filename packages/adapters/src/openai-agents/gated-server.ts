import type { Json } from '@callgate/core';
import { CallgateError, canonical } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import { parseStrict } from '@callgate/core/receive';
import { errorText } from '../host/error-text.ts';
import { toJson } from '../host/host-options.ts';
import type { WaitingHostOptions } from '../host/run-with-approval.ts';
import { runWithApproval } from '../host/run-with-approval.ts';
import type { CallOptionsLike, ServerLike } from './shapes.ts';

interface AnnouncedCallId {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

interface GuardrailData {
  readonly toolCall: { readonly callId: string; readonly name: string; readonly arguments: string };
}

/** No turn of a model makes so many calls at once. */
const MOST = 1000;

const canonicalOf = (make: () => Json): string | undefined => {
  try {
    return canonical(make());
  } catch (error) {
    if (error instanceof CallgateError) return undefined;
    throw error;
  }
};

/**
 * The SDK does not tell an MCP server the id of a call. It does tell the server's guardrails, right before the call, so
 * they note it down here.
 */
export class CallIds {
  readonly #announced: AnnouncedCallId[] = [];

  /** For `toolInputGuardrails`. Forbids nothing. */
  readonly guardrail: {
    readonly type: 'tool_input';
    readonly name: string;
    readonly run: (data: GuardrailData) => Promise<{ readonly behavior: { readonly type: 'allow' } }>;
  } = {
    type: 'tool_input',
    name: 'callgate',
    run: async ({ toolCall }) => {
      const args = canonicalOf(() => parseStrict(toolCall.arguments));
      if (args !== undefined)
        this.#announced.push({ id: toolCall.callId, name: toolCall.name, arguments: args });
      if (this.#announced.length > MOST) this.#announced.shift();
      return { behavior: { type: 'allow' } };
    },
  };

  /** The id of this call, once. The SDK may have put the server's name before that of the tool. */
  take(name: string, args: unknown): string | undefined {
    const given = canonicalOf(() => toJson(args));
    let at = -1;
    let shortest = Number.POSITIVE_INFINITY;
    for (const [place, call] of this.#announced.entries()) {
      const isIt = call.name === name || call.name.endsWith(`_${name}`);
      // the name of another tool may end in this one, and is longer
      if (call.arguments !== given || !isIt || call.name.length >= shortest) continue;
      at = place;
      shortest = call.name.length;
    }
    return at === -1 ? undefined : this.#announced.splice(at, 1)[0]?.id;
  }
}

type ToolArguments = Record<string, unknown> | null;
type RequestMeta = Record<string, unknown> | null | undefined;
type CallToolArguments = readonly [
  name: string,
  args: ToolArguments,
  meta?: RequestMeta,
  options?: CallOptionsLike,
];

interface FullResult {
  readonly content: readonly unknown[];
  readonly [key: string]: unknown;
}

const isFullResult = (value: unknown): value is FullResult =>
  typeof value === 'object' && value !== null && 'content' in value && Array.isArray(value.content);

/** The SDK looks for what belongs to a result, as `isError`, on the array of its content. */
const contentOf = ({ content, ...rest }: FullResult): unknown => {
  const carrier: unknown[] = [...content];
  for (const [key, value] of Object.entries(rest))
    if (value !== undefined) Object.defineProperty(carrier, key, { value, configurable: true });
  return carrier;
};

const callServerTool = async (
  server: ServerLike,
  name: string,
  args: ToolArguments,
  meta: RequestMeta,
  options: CallOptionsLike,
): Promise<unknown> => {
  if (server.callToolResult !== undefined) return await server.callToolResult(name, args, meta, options);
  const content = await server.callTool(name, args, meta, options);
  return { content: Array.isArray(content) ? content : [content] };
};

/** Decides, waits, runs and settles. What does not run is a result of the server that says why. */
const gatedCall = async (
  gate: Gate,
  server: ServerLike,
  host: WaitingHostOptions,
  id: string | undefined,
  [name, args, meta, options]: CallToolArguments,
): Promise<FullResult> => {
  try {
    const use = { name, input: args ?? {}, id, signal: options?.signal };
    const result = await runWithApproval(gate, host, use, async (judged, { abortSignal }) => {
      // the gate has checked that it is an object
      const same = judged as Record<string, unknown>;
      return await callServerTool(
        server,
        name,
        same,
        meta,
        abortSignal === undefined ? {} : { signal: abortSignal },
      );
    });
    return isFullResult(result) ? result : { content: [{ type: 'text', text: JSON.stringify(result) }] };
  } catch (error) {
    if (!(error instanceof CallgateError)) throw error;
    return { content: [{ type: 'text', text: errorText(error) }], isError: true };
  }
};

/**
 * The same MCP server, whose tools run only what the gate lets out. The SDK has no pause for such tools, so a call that
 * needs people waits inside the turn; `gatedTools` with what `getAllMcpTools` gives is the way to pause instead.
 */
export const gatedServer = <S extends ServerLike>(gate: Gate, server: S, host: WaitingHostOptions): S => {
  const ids = new CallIds();
  const callToolResult = async (...call: CallToolArguments): Promise<FullResult> =>
    await gatedCall(gate, server, host, ids.take(call[0], call[1] ?? {}), call);
  const callTool = async (...call: CallToolArguments): Promise<unknown> =>
    contentOf(await callToolResult(...call));
  return new Proxy(server, {
    get: (target, key): unknown => {
      if (key === 'callTool') return callTool;
      if (key === 'callToolResult') return callToolResult;
      if (key === 'toolInputGuardrails') return [ids.guardrail, ...(target.toolInputGuardrails ?? [])];
      const member: unknown = Reflect.get(target, key, target);
      return typeof member === 'function' ? (member as (...args: never) => unknown).bind(target) : member;
    },
    set: (target, key, value) => Reflect.set(target, key, value, target),
  });
};
