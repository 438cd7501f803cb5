import type { JsonObject } from '@callgate/core';
import { CallgateError, isJsonObject, own } from '@callgate/core';
import { at } from './request.ts';

type Connect = (transport: object) => unknown;

/** A connection over which nobody but the guard speaks: it asks for the tools, and fails to start. */
class Probe {
  onmessage?: (message: object, extra?: object) => void;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  /** What was answered. */
  answer: JsonObject | undefined;
  #heard: () => void = () => undefined;

  async start(): Promise<void> {
    const heard = new Promise<void>((resolve) => (this.#heard = resolve));
    this.onmessage?.({ jsonrpc: '2.0', id: 0, method: 'tools/list', params: {} });
    await heard;
    throw new Error('the guard has seen the tools');
  }

  async send(message: unknown): Promise<void> {
    if (!isJsonObject(message) || own(message, 'id') !== 0) return;
    this.answer = message;
    this.#heard();
  }

  async close(): Promise<void> {
    this.onclose?.();
  }
}

/** The tools of a FastMCP, which keeps them to itself: asked of a session that never begins. */
export const listedByFastMcp = async (connect: Connect): Promise<readonly JsonObject[]> => {
  const probe = new Probe();
  try {
    await connect(probe);
  } catch (error) {
    // a session that failed to start throws something of its own
    if (probe.answer === undefined) throw error;
  }
  // without any tool there is no such method
  if (at(at(probe.answer, 'error'), 'code') === -32_601) return [];
  const tools = at(at(probe.answer, 'result'), 'tools');
  if (Array.isArray(tools)) return tools.filter((tool) => isJsonObject(tool));
  throw new CallgateError('GUARD_SERVER', 'the guard cannot see the tools of this FastMCP', {
    help: 'see that every tool has schemas that can be listed',
  });
};
