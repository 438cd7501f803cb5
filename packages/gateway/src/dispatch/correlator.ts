import type { Json, JsonObject } from '@callgate/core';
import { getOwn } from '@callgate/core';
import type { Progress } from '@callgate/gate/host';
import { InFlight } from '@callgate/gate/host';
import { upstreamMessages } from '@callgate/messages/upstream';
import type { ErrorMessage, Reply, ResultMessage } from '../wire/json-rpc.ts';

/** A request that waits for its answer. */
export interface PendingReply {
  /** The call of the gate that it belongs to; null for requests of our own. */
  readonly call: string | null;
  readonly answered: (reply: Reply) => void;
  readonly failed: (error: Error) => void;
  readonly progressed: ((progress: Progress) => void) | null;
}

export type MisbehaviourListener = (code: string, message: string) => void;

/** Ids of requests that were given up: their late answers are no offence. */
const MAX_GIVEN_UP = 4096;

/**
 * The ids of one connection: whole numbers from 1, each answered once. A progress token is the id of its request, so
 * both are only good for the connection that minted them.
 */
export class Correlator {
  readonly #waiting = new InFlight<number, PendingReply>();
  readonly #givenUp = new Set<number>();
  readonly #tell: MisbehaviourListener;
  #last = 0;
  #calls = 0;

  constructor(tell: MisbehaviourListener) {
    this.#tell = tell;
  }

  mint(): number {
    this.#last += 1;
    return this.#last;
  }

  wait(id: number, waiting: PendingReply): void {
    this.#waiting.set(id, waiting);
    if (waiting.call !== null) this.#calls += 1;
  }

  /** Takes out who waits for it, if anybody still does. */
  take(id: number): PendingReply | undefined {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return undefined;
    this.#waiting.delete(id);
    if (waiting.call !== null) this.#calls -= 1;
    return waiting;
  }

  /** Nobody waits any longer; an answer that still comes is dropped without a word. */
  giveUp(id: number): PendingReply | undefined {
    const waiting = this.take(id);
    if (waiting === undefined) return undefined;
    this.#givenUp.add(id);
    if (this.#givenUp.size > MAX_GIVEN_UP) {
      for (const oldest of this.#givenUp) {
        this.#givenUp.delete(oldest);
        break;
      }
    }
    return waiting;
  }

  /** Gives an answer to the one who waits for it. `of` is the request on whose stream it came. */
  answer(message: ResultMessage | ErrorMessage, of: number | null): void {
    const { id, ...reply } = message;
    if (of !== null && id !== of) {
      this.#tell('UPSTREAM_WRONG_ID', upstreamMessages.faults.wrongId);
      return;
    }
    const waiting = typeof id === 'number' ? this.take(id) : undefined;
    if (waiting === undefined) {
      this.#unexpected(id);
      return;
    }
    waiting.answered(reply);
  }

  #unexpected(id: string | number | null): void {
    const minted = typeof id === 'number' && id >= 1 && id <= this.#last;
    if (!minted) this.#tell('UPSTREAM_UNKNOWN_ID', upstreamMessages.faults.unknownId);
    else if (!this.#givenUp.delete(id))
      this.#tell('UPSTREAM_ANSWERED_TWICE', upstreamMessages.faults.answeredTwice);
  }

  /** Routes progress to its call. What comes after the end of its call is late, not wrong. */
  progress(params: JsonObject, of: number | null): void {
    const token = getOwn(params, 'progressToken');
    const minted = typeof token === 'number' && token >= 1 && token <= this.#last;
    if (!minted || (of !== null && token !== of)) {
      this.#tell('UPSTREAM_FOREIGN_PROGRESS', upstreamMessages.faults.foreignProgress);
      return;
    }
    const waiting = this.#waiting.get(token);
    if (waiting === undefined || waiting.progressed === null) return;
    const progress = readProgress(params);
    if (progress === undefined) this.#tell('UPSTREAM_PROGRESS', upstreamMessages.faults.progress);
    else waiting.progressed(progress);
  }

  /** The call a message belongs to, where that is certain. */
  callOf(of: number | null): string | null {
    if (of !== null) return this.#waiting.get(of)?.call ?? null;
    if (this.#calls !== 1) return null;
    for (const { call } of this.#waiting.values()) if (call !== null) return call;
    return null;
  }

  /** Everybody who waits fails. */
  failAll(error: (waiting: PendingReply) => Error): void {
    const all = this.#waiting.values();
    this.#waiting.clear();
    this.#calls = 0;
    for (const waiting of all) waiting.failed(error(waiting));
  }

  get waiting(): number {
    return this.#waiting.size;
  }
}

const isNumber = (value: Json | undefined): value is number => typeof value === 'number';

const readProgress = (params: JsonObject): Progress | undefined => {
  const progress = getOwn(params, 'progress');
  const total = getOwn(params, 'total');
  const message = getOwn(params, 'message');
  if (!isNumber(progress)) return undefined;
  return {
    progress,
    ...(isNumber(total) ? { total } : {}),
    ...(typeof message === 'string' ? { message } : {}),
  };
};
