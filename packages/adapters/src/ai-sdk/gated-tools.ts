import type { Gate } from '@callgate/gate';
import { isDispatchable } from '@callgate/gate';
import { admitNow, notRunError } from '../host/admit.ts';
import type { HostOptions } from '../host/host-options.ts';
import { requestOf } from '../host/host-options.ts';
import { toAbortSignal } from '../host/to-abort-signal.ts';
import { unstartedCallsOf } from '../host/unstarted-calls.ts';
import { perGate } from '../host/per-gate.ts';
import type { ToolExecutor, ExecutionOptions } from '../host/run-tool.ts';
import { runTool } from '../host/run-tool.ts';
import type { AiSdkToolLike, AiSdkToolsLike } from './shapes.ts';

/** Which tools clients run, as far as they were wrapped in this process. */
class ClientTools {
  readonly #servers: Map<string, Set<string>> = new Map();

  add(server: string, name: string): void {
    this.#servers.set(name, (this.#servers.get(name) ?? new Set()).add(server));
  }

  has(server: string, name: string): boolean {
    return this.#servers.get(name)?.has(server) === true;
  }

  /** Where a tool of this name comes from. Undefined where that is nowhere, or not clear. */
  serverOf(name: string): string | undefined {
    const servers = this.#servers.get(name);
    const [only] = servers ?? [];
    return servers?.size === 1 ? only : undefined;
  }
}

export const clientToolsOf: (gate: Gate) => ClientTools = perGate(() => new ClientTools());

/** What `toolApproval` must know of a tool that was wrapped here. */
export interface GatedToolEntry {
  readonly gate: Gate;
  readonly host: HostOptions;
  readonly runBy: 'host' | 'client' | 'provider';
}

/** By `execute` where there is one, so that a copy of the tool with another `execute` does not pass for it. */
const gatedEntries = new WeakMap<object, GatedToolEntry>();

export const findGatedTool = (tool: AiSdkToolLike | undefined): GatedToolEntry | undefined =>
  tool === undefined ? undefined : gatedEntries.get(tool.execute ?? tool);

const gatedExecute = (gate: Gate, host: HostOptions, name: string, execute: ToolExecutor): ToolExecutor => {
  const pending = unstartedCallsOf(gate);
  return async (input: unknown, options: ExecutionOptions = {}): Promise<unknown> => {
    const request = requestOf(host, name, input, options.toolCallId);
    let begun = pending.take(host, request);
    if (begun === undefined) {
      // the gate was not asked for this call, or it was and people had to be asked
      const admission = await admitNow(gate, request, toAbortSignal(options.abortSignal));
      if (!isDispatchable(admission)) throw notRunError(admission);
      begun = admission;
    }
    return await runTool(gate, host, begun, execute, options);
  };
};

const runByOf = (tool: AiSdkToolLike): GatedToolEntry['runBy'] => {
  if (tool.execute !== undefined) return 'host';
  return tool.isProviderExecuted === true ? 'provider' : 'client';
};

const gatedTool = (gate: Gate, host: HostOptions, name: string, tool: AiSdkToolLike): AiSdkToolLike => {
  const { execute } = tool;
  const wrapped =
    execute === undefined
      ? { ...tool }
      : { ...tool, execute: gatedExecute(gate, host, name, execute.bind(tool) as ToolExecutor) };
  const runBy = runByOf(tool);
  if (runBy === 'client') clientToolsOf(gate).add(host.server, name);
  gatedEntries.set(wrapped.execute ?? wrapped, { gate, host, runBy });
  return wrapped;
};

/**
 * The same tools, which run only what the gate lets out: with the arguments that were judged, and nothing of an answer
 * is released before it is durable. Make them for each conversation.
 */
export const gatedTools = <T extends AiSdkToolsLike>(gate: Gate, tools: T, host: HostOptions): T =>
  Object.fromEntries(
    Object.entries(tools).map(([name, tool]) => [name, gatedTool(gate, host, name, tool)]),
  ) as T;
