import { contextKey } from '@callgate/core/label';
import type { CallRequest, Gate } from '@callgate/gate';
import { sessionOf } from '../host/host-options.ts';
import type { ConversationRef } from '../host/host-options.ts';

type WaitingMethods = Pick<Gate, 'decide' | 'hold' | 'plan' | 'begin' | 'run' | 'report'>;

/** What must be known before calls of a conversation are judged: its tools and what the person said. */
export class Preparations {
  readonly #pending: Map<string, Promise<unknown>> = new Map();

  /** Adds work to a conversation. Its calls wait for it, and fail while it has failed. */
  add(who: ConversationRef, work: () => Promise<unknown>): void {
    const key = sessionOf(who);
    const before = this.#pending.get(key) ?? Promise.resolve();
    const after = before.then(work);
    this.#pending.set(key, after);
    // the next call tells
    after.then(
      () => this.#forget(key, after),
      () => {},
    );
  }

  /** A new turn begins: what failed in the last one may be tried again. */
  restart(who: ConversationRef): void {
    const key = sessionOf(who);
    const before = this.#pending.get(key);
    if (before !== undefined)
      this.#pending.set(
        key,
        before.catch(() => {}),
      );
  }

  async ready({ principal, context, authenticated }: CallRequest): Promise<void> {
    await this.#pending.get(contextKey({ principal: principal.subject, context, authenticated }));
  }

  #forget(key: string, done: Promise<unknown>): void {
    if (this.#pending.get(key) === done) this.#pending.delete(key);
  }
}

/** The same gate. A call waits until its conversation is prepared. */
export const prepareGate = (gate: Gate, preparations: Preparations): Gate => {
  const waiting: WaitingMethods = {
    decide: async (request, options) => {
      await preparations.ready(request);
      return await gate.decide(request, options);
    },
    hold: async (request) => {
      await preparations.ready(request);
      return await gate.hold(request);
    },
    plan: async (requests) => {
      for (const request of requests) await preparations.ready(request);
      return await gate.plan(requests);
    },
    begin: async (request) => {
      await preparations.ready(request);
      return await gate.begin(request);
    },
    run: async (request, dispatch, options) => {
      await preparations.ready(request);
      return await gate.run(request, dispatch, options);
    },
    report: async (request, answer) => {
      await preparations.ready(request);
      return await gate.report(request, answer);
    },
  };
  return new Proxy(gate, {
    get: (target, key): unknown => {
      if (Object.hasOwn(waiting, key)) return Reflect.get(waiting, key);
      const member: unknown = Reflect.get(target, key, target);
      return typeof member === 'function' ? (member as (...args: never) => unknown).bind(target) : member;
    },
  });
};
