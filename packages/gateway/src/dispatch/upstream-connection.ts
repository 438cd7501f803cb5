import type { CallgateError, JsonObject } from '@callgate/core';
import { display } from '@callgate/core';
import { stripReservedMembers } from '@callgate/core/receive';
import type { Progress } from '@callgate/gate/host';
import { upstreamMessages } from '@callgate/messages/upstream';
import { agentMessages } from '@callgate/messages/agent';
import type { Era } from '../wire/eras.ts';
import type { RpcMessage, NotificationMessage, Reply } from '../wire/json-rpc.ts';
import { notificationText, requestText } from '../wire/message-text.ts';
import { isServerNotification } from '../wire/methods.ts';
import { Correlator } from './correlator.ts';
import { notSentError, indeterminateError } from './upstream-errors.ts';
import type { Link, LinkEvents, LinkOptions } from './link.ts';
import { ServerRequests } from './server-requests.ts';
import type { UpstreamEvents, UpstreamSettings } from './upstream.ts';

/** How one request goes out. */
export interface UpstreamRequestOptions extends LinkOptions {
  readonly call?: string;
  readonly signal?: AbortSignal | undefined;
  readonly progressed?: (progress: Progress) => void;
  /** Members under `dev.callgate/` stay in the answer: it lists definitions, and they claim something there. */
  readonly keepsClaims?: boolean;
}

export type LinkFactory = (events: LinkEvents) => Link;

/** Told what a subscription stream of the modern era says about itself. */
export type SubscriptionListener = (message: NotificationMessage, of: number | null) => void;

/** One life of one connection: a link, the ids that were minted for it, and who waits for what. */
export class UpstreamConnection {
  readonly link: Link;
  readonly #server: string;
  readonly #events: UpstreamEvents;
  readonly #correlator: Correlator;
  readonly #requests: ServerRequests;
  readonly #lost: (error: CallgateError) => void;
  #era: Era = 'legacy';
  #broken: CallgateError | null = null;
  acknowledged: SubscriptionListener = () => {};

  constructor(
    settings: UpstreamSettings,
    events: UpstreamEvents,
    open: LinkFactory,
    lost: (error: CallgateError) => void,
  ) {
    this.#server = settings.server;
    this.#events = events;
    this.#lost = lost;
    this.#correlator = new Correlator((code, message) => events.misbehaved(code, message));
    this.#requests = new ServerRequests({
      asks: settings.asks,
      era: () => this.#era,
      events,
      post: (text) => void this.post(text),
    });
    this.link = open({
      message: (message, of) => this.#receive(message, of),
      failed: (id, error) => this.#correlator.take(id)?.failed(error),
      misbehaved: (code, message) => events.misbehaved(code, message),
      lastLine: (text) => events.lastLine?.(text),
      broken: (error) => this.#break(error),
    });
  }

  get era(): Era {
    return this.#era;
  }

  /** Why it is gone; null while it is there. */
  get broken(): CallgateError | null {
    return this.#broken;
  }

  agreed(era: Era, version: string): void {
    this.#era = era;
    this.link.agreed(version, era === 'legacy');
  }

  mint(): number {
    return this.#correlator.mint();
  }

  /** Writes a request under an id that was minted for it. */
  request(
    id: number,
    method: string,
    paramsText: string,
    options: UpstreamRequestOptions = {},
  ): Promise<Reply> {
    const { signal, call = null, progressed = null, keepsClaims = false } = options;
    if (this.#broken !== null)
      return Promise.reject(
        notSentError(this.#server, upstreamMessages.notSentReasons.connectionGone, this.#broken),
      );
    if (signal?.aborted === true)
      return Promise.reject(notSentError(this.#server, upstreamMessages.notSentReasons.cancelled));
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    const onAbort = (): void => this.#cancel(id, signal);
    const over = (): void => signal?.removeEventListener('abort', onAbort);
    this.#correlator.wait(id, {
      call,
      progressed,
      answered: (reply) => {
        over();
        resolve(keepsClaims ? reply : stripOwnMembers(reply));
      },
      failed: (error) => {
        over();
        reject(error);
      },
    });
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      this.link.request(id, method, requestText(id, method, paramsText), options);
    } catch (error) {
      this.#correlator.take(id);
      over();
      reject(error);
    }
    return promise;
  }

  async notify(method: string, params: JsonObject): Promise<void> {
    await this.post(notificationText(method, params));
  }

  async post(text: string): Promise<void> {
    if (this.#broken === null) await this.link.post(text);
  }

  /** Stops waiting for a request of our own. */
  giveUp(id: number, tellServer: boolean): void {
    if (this.#correlator.giveUp(id) === undefined) return;
    if (tellServer) this.#tellCancelled(id);
    this.link.drop(id);
  }

  async close(): Promise<void> {
    this.#requests.abortAll();
    await this.link.close();
  }

  #cancel(id: number, signal: AbortSignal | undefined): void {
    const waiting = this.#correlator.giveUp(id);
    if (waiting === undefined) return;
    const reason: unknown = signal?.reason;
    this.#tellCancelled(id);
    this.link.drop(id);
    waiting.failed(
      indeterminateError(
        this.#server,
        upstreamMessages.faults.stopped({
          reason:
            reason instanceof Error
              ? display(reason.message, { max: 120 })
              : upstreamMessages.faults.cancelled,
        }),
      ),
    );
  }

  #tellCancelled(id: number): void {
    if (!this.link.dropCancels)
      void this.notify('notifications/cancelled', {
        requestId: id,
        reason: agentMessages.server.noLongerNeeded,
      });
  }

  #receive(message: RpcMessage, of: number | null): void {
    switch (message.type) {
      case 'result':
      case 'error':
        this.#correlator.answer(message, of);
        return;
      case 'request':
        this.#requests.receive(
          { ...message, params: stripReservedMembers(message.params) },
          this.#correlator.callOf(of),
        );
        return;
      case 'notification':
        this.#notified({ ...message, params: stripReservedMembers(message.params) }, of);
        return;
      default:
        message satisfies never;
    }
  }

  #notified(message: NotificationMessage, of: number | null): void {
    const { method, params } = message;
    if (!isServerNotification(method, this.#era)) {
      this.#events.misbehaved(
        'UPSTREAM_NOTIFICATION',
        upstreamMessages.faults.notification({ method: display(method, { max: 80 }) }),
      );
      return;
    }
    switch (method) {
      case 'notifications/progress':
        this.#correlator.progress(params, of);
        return;
      case 'notifications/cancelled':
        this.#requests.cancelled(params);
        return;
      case 'notifications/subscriptions/acknowledged':
        this.acknowledged(message, of);
        return;
      default:
        this.#events.notification(
          method,
          params,
          isUnrelatedToCall(method) ? null : this.#correlator.callOf(of),
        );
    }
  }

  #break(error: CallgateError): void {
    if (this.#broken !== null) return;
    this.#broken = error;
    this.#requests.abortAll();
    this.#correlator.failAll(() =>
      indeterminateError(this.#server, upstreamMessages.faults.gone({ problem: error.message })),
    );
    this.#lost(error);
  }
}

/** What is said under Callgate's names, Callgate says: nothing of it comes from a server. */
const stripOwnMembers = (reply: Reply): Reply => {
  if (reply.type === 'result') {
    const result = stripReservedMembers(reply.result);
    return { type: 'result', result, isError: result['isError'] === true };
  }
  const { data } = reply;
  return data === undefined ? reply : { ...reply, ...stripReservedMembers({ data }) };
};

const isUnrelatedToCall = (method: string): boolean =>
  method.endsWith('/list_changed') || method === 'notifications/resources/updated';
