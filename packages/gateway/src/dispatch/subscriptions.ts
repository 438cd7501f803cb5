import type { JsonObject } from '@callgate/core';
import { canonical, isJsonObject, getOwn } from '@callgate/core';
import { upstreamMessages } from '@callgate/messages/upstream';
import type { NotificationMessage, Reply } from '../wire/json-rpc.ts';
import type { UpstreamSession } from './upstream-session.ts';
import type { UpstreamEvents } from './upstream.ts';

const SUBSCRIPTION_KEY = 'io.modelcontextprotocol/subscriptionId';
/** Lists that are read before the subscription stands could change unseen. */
const ACKNOWLEDGE_MS = 1000;
/** A server that does not say that a stream stands keeps no other waiting for longer. */
const OPENING_MS = 5000;
const FIRST_PAUSE_MS = 1000;
const LAST_PAUSE_MS = 30_000;

/** What a modern server may be asked to tell, and how it tells it. */
const LISTS: readonly (readonly [capability: string, filter: string, method: string])[] = [
  ['tools', 'toolsListChanged', 'notifications/tools/list_changed'],
  ['prompts', 'promptsListChanged', 'notifications/prompts/list_changed'],
  ['resources', 'resourcesListChanged', 'notifications/resources/list_changed'],
];

interface SubscriptionStream {
  readonly id: number;
  readonly acknowledged: (reply: Reply) => void;
}

/** The one `subscriptions/listen` of a modern connection: changed lists, and the resources that are watched. */
export class Subscriptions {
  readonly #session: UpstreamSession;
  readonly #events: UpstreamEvents;
  readonly #lists: typeof LISTS;
  readonly #uris = new Set<string>();
  #current: SubscriptionStream | null = null;
  #opening: Promise<void> = Promise.resolve();
  #pauseMs = FIRST_PAUSE_MS;
  #timer: NodeJS.Timeout | null = null;

  constructor(session: UpstreamSession, events: UpstreamEvents) {
    this.#session = session;
    this.#events = events;
    this.#lists = LISTS.filter(([capability]) => {
      const declared = getOwn(session.hello.capabilities, capability);
      return isJsonObject(declared) && getOwn(declared, 'listChanged') === true;
    });
    session.connection.acknowledged = (message, of) => this.#acknowledged(message, of);
  }

  /** Resolves when changes are told from now on, or after a moment if the server does not say so. */
  async start(): Promise<void> {
    if (this.#lists.length === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ACKNOWLEDGE_MS);
    void this.#open().then(() => resolve());
    await promise;
    clearTimeout(timer);
  }

  async subscribe(uri: string): Promise<Reply> {
    this.#uris.add(uri);
    const reply = await this.#open();
    if (reply.type === 'error') this.#uris.delete(uri);
    return reply;
  }

  async unsubscribe(uri: string): Promise<Reply> {
    if (!this.#uris.delete(uri)) return DONE;
    return await this.#open();
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #filter(): JsonObject {
    return {
      ...Object.fromEntries(this.#lists.map(([, filter]) => [filter, true])),
      ...(this.#uris.size === 0 ? {} : { resourceSubscriptions: [...this.#uris].toSorted() }),
    };
  }

  /** One after the other: a stream that another one replaces before it stands is never acknowledged. */
  #open(): Promise<Reply> {
    const opened = this.#opening.then(() => this.#openNow());
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, OPENING_MS);
    timer.unref();
    opened
      .catch(() => {})
      .finally(() => {
        clearTimeout(timer);
        resolve();
      });
    this.#opening = promise;
    return opened;
  }

  /** Opens a stream with what is wanted now, and ends the one before once the new one stands. */
  #openNow(): Promise<Reply> {
    const before = this.#current;
    const filter = this.#filter();
    if (Object.keys(filter).length === 0) {
      this.#end(before);
      this.#current = null;
      return Promise.resolve(DONE);
    }
    const { connection, envelope } = this.#session;
    const { promise, resolve } = Promise.withResolvers<Reply>();
    const id = connection.mint();
    const stream: SubscriptionStream = {
      id,
      acknowledged: (reply) => {
        this.#end(before);
        this.#pauseMs = FIRST_PAUSE_MS;
        resolve(reply);
      },
    };
    this.#current = stream;
    const meta = envelope.metaText({}, null, false);
    const text = `{"_meta":${meta},"notifications":${canonical(filter)}}`;
    const headers = this.#session.headers('subscriptions/listen', null);
    connection
      .request(id, 'subscriptions/listen', text, {
        endless: true,
        ...(headers === undefined ? {} : { headers }),
      })
      .then(
        (reply) => {
          if (reply.type === 'error') this.#refused(stream, before);
          else this.#again(stream);
          resolve(reply);
        },
        (error: unknown) => {
          this.#again(stream);
          resolve({
            type: 'error',
            code: -32603,
            message: error instanceof Error ? error.message : 'failed',
          });
        },
      );
    return promise;
  }

  /** The server will not: what stood before stands. */
  #refused(stream: SubscriptionStream, before: SubscriptionStream | null): void {
    if (this.#current === stream) this.#current = before;
  }

  #end(stream: SubscriptionStream | null): void {
    if (stream !== null) this.#session.connection.giveUp(stream.id, true);
  }

  /** The stream is over and nobody ended it. What changed meanwhile is unknown, so all of it may have. */
  #again(stream: SubscriptionStream): void {
    if (this.#current !== stream || this.#session.connection.broken !== null) return;
    this.#current = null;
    this.#timer = setTimeout(() => {
      void this.#open().then((reply) => {
        if (reply.type === 'error') return;
        for (const [, , method] of this.#lists) this.#events.notification(method, {}, null);
      });
    }, this.#pauseMs);
    this.#timer.unref();
    this.#pauseMs = Math.min(this.#pauseMs * 2, LAST_PAUSE_MS);
  }

  #acknowledged({ params }: NotificationMessage, of: number | null): void {
    const meta = getOwn(params, '_meta');
    const named = isJsonObject(meta) ? getOwn(meta, SUBSCRIPTION_KEY) : undefined;
    const stream = this.#current;
    if (stream !== null && (of ?? named) === stream.id) stream.acknowledged(DONE);
    else this.#events.misbehaved('UPSTREAM_SUBSCRIPTION', upstreamMessages.faults.subscription);
  }
}

const DONE: Reply = Object.freeze({ type: 'result', result: Object.freeze({}) });
