import { CallgateError } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import type { HostOptions } from '../host/host-options.ts';
import { requestOf } from '../host/host-options.ts';

/** A tool runner with `runToolsEagerly`. */
export interface DeferringRunner {
  deferToolCall(toolUse: string): void;
}

export interface StreamEventLike {
  readonly type: string;
}

const startedCall = (event: StreamEventLike): { readonly id: string; readonly name: string } | undefined => {
  if (event.type !== 'content_block_start' || !('content_block' in event)) return undefined;
  const block = event.content_block;
  if (typeof block !== 'object' || block === null || !('type' in block) || block.type !== 'tool_use')
    return undefined;
  if (!('id' in block) || !('name' in block)) return undefined;
  return typeof block.id === 'string' && typeof block.name === 'string'
    ? { id: block.id, name: block.name }
    : undefined;
};

const isReadOnlyTool = async (gate: Gate, host: HostOptions, name: string): Promise<boolean> => {
  try {
    // the arguments are not written yet
    const { decision } = await gate.decide(requestOf(host, name, {}, undefined), { anyArguments: true });
    return decision.facts.mutates === 'no';
  } catch (error) {
    if (error instanceof CallgateError) return false;
    throw error;
  }
};

/**
 * Reads a reply of a runner with `runToolsEagerly` and lets only tools start early that are believed to change nothing:
 * a reply that breaks off or is tried again may have started a call for nothing. `on` gets every event as it comes.
 */
export const deferToolCalls = async <E extends StreamEventLike>(
  gate: Gate,
  host: HostOptions,
  runner: DeferringRunner,
  stream: AsyncIterable<E>,
  on?: (event: E) => void,
): Promise<void> => {
  for await (const event of stream) {
    const call = startedCall(event);
    if (call !== undefined && !(await isReadOnlyTool(gate, host, call.name))) runner.deferToolCall(call.id);
    on?.(event);
  }
};
