import { CallgateError } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import type { HoldingHost } from '../host/run-held.ts';
import { runHeld } from '../host/run-held.ts';
import { errorText } from '../host/told.ts';
import { CallIds } from './call-ids.ts';
import type { CallOptionsLike, ServerLike } from './shapes.ts';

type Args = Record<string, unknown> | null;
type Meta = Record<string, unknown> | null | undefined;
type Call = readonly [name: string, args: Args, meta?: Meta, options?: CallOptionsLike];

interface FullResult {
  readonly content: readonly unknown[];
  readonly [key: string]: unknown;
}

const isFull = (value: unknown): value is FullResult =>
  typeof value === 'object' && value !== null && 'content' in value && Array.isArray(value.content);

/** The SDK looks for what belongs to a result, as `isError`, on the array of its content. */
const contentOf = ({ content, ...rest }: FullResult): unknown => {
  const carrier: unknown[] = [...content];
  for (const [key, value] of Object.entries(rest))
    if (value !== undefined) Object.defineProperty(carrier, key, { value, configurable: true });
  return carrier;
};

const callIt = async (
  server: ServerLike,
  name: string,
  args: Args,
  meta: Meta,
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
  host: HoldingHost,
  id: string | undefined,
  [name, args, meta, options]: Call,
): Promise<FullResult> => {
  try {
    const use = { name, input: args ?? {}, id, signal: options?.signal };
    const result = await runHeld(gate, host, use, async (judged, { abortSignal }) => {
      // the gate has checked that it is an object
      const same = judged as Record<string, unknown>;
      return await callIt(server, name, same, meta, abortSignal === undefined ? {} : { signal: abortSignal });
    });
    return isFull(result) ? result : { content: [{ type: 'text', text: JSON.stringify(result) }] };
  } catch (error) {
    if (!(error instanceof CallgateError)) throw error;
    return { content: [{ type: 'text', text: errorText(error) }], isError: true };
  }
};

/**
 * The same MCP server, whose tools run only what the gate lets out. The SDK has no pause for such tools, so a call that
 * needs people waits inside the turn; `gatedTools` with what `getAllMcpTools` gives is the way to pause instead.
 */
export const gatedServer = <S extends ServerLike>(gate: Gate, server: S, host: HoldingHost): S => {
  const ids = new CallIds();
  const callToolResult = async (...call: Call): Promise<FullResult> =>
    await gatedCall(gate, server, host, ids.take(call[0], call[1] ?? {}), call);
  const callTool = async (...call: Call): Promise<unknown> => contentOf(await callToolResult(...call));
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
