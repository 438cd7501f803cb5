import { receiveArguments } from '@callgate/core';
import type { Begun, Finished, Gate } from '@callgate/gate';
import { systemClock } from '@callgate/gate';
import type { HostOptions, ToolRequest, Who } from './host.ts';
import { sessionOf } from './host.ts';

interface Waiting {
  readonly begun: Begun;
  readonly session: string;
  readonly runBy: 'host' | 'client';
  readonly stopTimer: () => void;
}

const UNUSED_MS = 600_000;

/** Calls that were let out and that the SDK has not run yet. */
export class Pending {
  readonly #gate: Gate;
  readonly #waiting: Map<string, Waiting> = new Map();

  constructor(gate: Gate) {
    this.#gate = gate;
  }

  /** Keeps a call for `execute`, or until a client that runs it has answered. */
  keep(host: HostOptions, key: string, begun: Begun, runBy: 'host' | 'client'): void {
    const name = nameOf(host, key);
    const { clock = systemClock, unusedMs = UNUSED_MS } = host;
    const stopTimer =
      runBy === 'client'
        ? (): void => {}
        : clock.after(
            unusedMs,
            () => void this.#notRun(name, 'the host has not run it in time').catch(() => {}),
          );
    this.#waiting.set(name, { begun, session: sessionOf(host), runBy, stopTimer });
  }

  /** Hands a call over, once, and only to who comes with the very same one. */
  take(who: Who, request: ToolRequest): Begun | undefined {
    const { key } = request;
    const begun = key === undefined ? undefined : this.#waiting.get(nameOf(who, key))?.begun;
    if (key === undefined || begun === undefined) return undefined;
    const { dispatchable } = begun;
    const same =
      dispatchable.server === request.server &&
      dispatchable.target === request.name &&
      dispatchable.argumentsDigest === receiveArguments(request.arguments).argumentsDigest;
    return same ? this.#remove(nameOf(who, key))?.begun : undefined;
  }

  /** Of a call that a client ran there is an answer. */
  takeFromClient(who: Who, key: string): Begun | undefined {
    const name = nameOf(who, key);
    return this.#waiting.get(name)?.runBy === 'client' ? this.#remove(name)?.begun : undefined;
  }

  /** What was let out in this conversation and never run is over. How many that were. */
  async endTurn(who: Who): Promise<number> {
    const session = sessionOf(who);
    const unused = Array.from(this.#waiting).filter(
      ([, waiting]) => waiting.session === session && waiting.runBy === 'host',
    );
    for (const [name] of unused) await this.#notRun(name, 'the host ended the turn without running it');
    return unused.length;
  }

  #remove(name: string): Waiting | undefined {
    const waiting = this.#waiting.get(name);
    waiting?.stopTimer();
    this.#waiting.delete(name);
    return waiting;
  }

  async #notRun(name: string, message: string): Promise<Finished | undefined> {
    const waiting = this.#remove(name);
    if (waiting === undefined) return undefined;
    return await this.#gate.settle(waiting.begun.dispatchable, { type: 'error', code: 'NOT_RUN', message });
  }
}

const nameOf = (who: Who, key: string): string => JSON.stringify([sessionOf(who), key]);

const byGate = new WeakMap<Gate, Pending>();

/** `toolApproval` lets calls out and `execute` runs them: they meet here. */
export const pendingOf = (gate: Gate): Pending => {
  const known = byGate.get(gate);
  if (known !== undefined) return known;
  const made = new Pending(gate);
  byGate.set(gate, made);
  return made;
};

/**
 * Call it when a turn is over, however it ended. The SDK does not run what it has approved if the turn is aborted, the
 * model ran out of tokens or the stream is tried again; such calls are recorded as failed, because nothing has left.
 */
export const endTurn = (gate: Gate, who: Who): Promise<number> => pendingOf(gate).endTurn(who);
