import type { CallgateError } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import { digestOf } from './digest-of.ts';
import type { ToolRequest, Who } from './host.ts';
import { sessionOf } from './host.ts';

interface Refusal {
  readonly session: string;
  readonly call: string;
  readonly error: CallgateError;
}

const MOST = 10_000;

/** What of a call cannot be read makes no difference: it does not run either way. */
const callOf = (request: ToolRequest): string =>
  JSON.stringify([request.server, request.name, digestOf(request) ?? null]);

/** Why calls do not run, until the framework comes to run them. */
export class Refusals {
  readonly #refusals: Map<string, Refusal> = new Map();

  set(who: Who, key: string, request: ToolRequest, error: CallgateError): void {
    const session = sessionOf(who);
    this.#refusals.set(JSON.stringify([session, key]), { session, call: callOf(request), error });
    for (const oldest of this.#refusals.keys()) {
      if (this.#refusals.size <= MOST) break;
      this.#refusals.delete(oldest);
    }
  }

  /** Once, and for the very same call alone. */
  take(who: Who, key: string, request: ToolRequest): CallgateError | undefined {
    const name = JSON.stringify([sessionOf(who), key]);
    const refusal = this.#refusals.get(name);
    if (refusal?.call !== callOf(request)) return undefined;
    this.#refusals.delete(name);
    return refusal.error;
  }

  delete(who: Who, key: string): void {
    this.#refusals.delete(JSON.stringify([sessionOf(who), key]));
  }

  endTurn(who: Who): void {
    const session = sessionOf(who);
    for (const [name, refusal] of this.#refusals)
      if (refusal.session === session) this.#refusals.delete(name);
  }
}

const byGate = new WeakMap<Gate, Refusals>();

export const refusalsOf = (gate: Gate): Refusals => {
  const known = byGate.get(gate) ?? new Refusals();
  byGate.set(gate, known);
  return known;
};
