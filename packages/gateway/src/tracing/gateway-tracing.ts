import type { Gate, GateEvent } from '@callgate/gate';
import type { CallState } from '@callgate/gate/record';
import { MessageSender } from '@callgate/gate/confirm';
import type { Clock } from '@callgate/gate';
import type { TracingConfig } from '../config/tracing-entry.ts';
import type { CallSpan } from './call-spans.ts';
import { listCallSpans, readTraceparent } from './call-spans.ts';
import { otlpBody } from './otlp-body.ts';

type CallMove = Extract<GateEvent, { readonly type: 'moved' }>;

const ENDS: ReadonlySet<CallState> = new Set([
  'blocked',
  'done',
  'failed',
  'indeterminate',
  'refused',
  'expired',
  'withdrawn',
]);
const SEND_AFTER_MS = 1000;
const MOST_WAITING = 4096;
const MOST_AT_ONCE = 256;
const MOST_CLIENTS = 10_000;
const CLOSE_MS = 5000;
const RETRIES = 3;

export interface SpanDeliveryOptions {
  readonly config: TracingConfig;
  readonly clock: Clock;
  /** Calls whose spans could not be delivered. */
  readonly lost: (calls: number) => void;
}

/** Spans of calls that ended, for an OpenTelemetry collector. Nothing waits for them, and what cannot be delivered is lost. */
export class GatewayTracing {
  readonly #options: SpanDeliveryOptions;
  readonly #sender: MessageSender;
  readonly #clients: Map<string, NonNullable<CallSpan['link']>> = new Map();
  readonly #ended: CallMove[] = [];
  #lost = 0;
  #gate: Gate | undefined;
  #unfollow: () => void = () => {};
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> = Promise.resolve();
  readonly #stop = new AbortController();

  constructor(options: SpanDeliveryOptions) {
    this.#options = options;
    const { url, authorization } = options.config;
    this.#sender = new MessageSender({
      url,
      clock: options.clock,
      ...(authorization === undefined ? {} : { headersOf: () => ({ authorization }) }),
    });
  }

  readonly observe = (gate: Gate): Gate => {
    this.#gate = gate;
    this.#unfollow = gate.onEvent((event) => {
      if (event.type !== 'moved' || !ENDS.has(event.state)) return;
      if (this.#ended.length >= MOST_WAITING) {
        this.#lost += 1;
        this.#clients.delete(event.call);
      } else this.#ended.push(event);
      this.#timer ??= setTimeout(() => void this.#send(), SEND_AFTER_MS).unref();
    });
    return gate;
  };

  /** The span of a client that a call belongs to. */
  readonly joinClient = (call: string, traceparent: string): void => {
    const client = readTraceparent(traceparent);
    if (client === undefined) return;
    this.#clients.set(call, client);
    // the oldest: a call that never ends keeps nobody out
    const [oldest] = this.#clients.keys();
    if (this.#clients.size > MOST_CLIENTS && oldest !== undefined) this.#clients.delete(oldest);
  };

  #send(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending = this.#sending.then(async () => {
      while (this.#ended.length > 0) await this.#sendSome(this.#ended.splice(0, MOST_AT_ONCE));
      const lost = this.#lost;
      this.#lost = 0;
      if (lost > 0) this.#options.lost(lost);
    });
    return this.#sending;
  }

  async #sendSome(moves: readonly CallMove[]): Promise<void> {
    try {
      const spans: CallSpan[] = [];
      for (const { call, at } of moves) {
        const client = this.#clients.get(call);
        this.#clients.delete(call);
        const row = await this.#gate?.desk.read.call(call);
        if (row !== undefined) spans.push(...listCallSpans(row, at, client));
      }
      if (spans.length > 0)
        await this.#sender.send(otlpBody(spans, this.#options.config.service), this.#stop.signal, RETRIES);
    } catch {
      this.#lost += moves.length;
    }
  }

  /** Delivers what is left, for a short while. */
  async close(): Promise<void> {
    this.#unfollow();
    const stopTimer = this.#options.clock.after(CLOSE_MS, () => this.#stop.abort());
    try {
      await this.#send();
    } finally {
      stopTimer();
    }
  }
}
