import type { CallgateError } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import { digestOf } from './digest-of.ts';
import type { ToolRequest, Who } from './host.ts';
import { callName, sessionOf } from './host.ts';
import { dropOldest, perGate } from './per-gate.ts';

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
    this.#refusals.set(callName(who, key), { session, call: callOf(request), error });
    dropOldest(this.#refusals, MOST);
  }

  /** Once, and for the very same call alone. */
  take(who: Who, key: string, request: ToolRequest): CallgateError | undefined {
    const name = callName(who, key);
    const refusal = this.#refusals.get(name);
    if (refusal?.call !== callOf(request)) return undefined;
    this.#refusals.delete(name);
    return refusal.error;
  }

  delete(who: Who, key: string): void {
    this.#refusals.delete(callName(who, key));
  }

  endTurn(who: Who): void {
    const session = sessionOf(who);
    for (const [name, refusal] of this.#refusals)
      if (refusal.session === session) this.#refusals.delete(name);
  }
}

export const refusalsOf: (gate: Gate) => Refusals = perGate(() => new Refusals());
