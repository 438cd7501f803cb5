import type { ServerResponse } from 'node:http';
import type { Clock } from '@callgate/gate';
import type { OperationCaller, ConsoleEvent } from '@callgate/operations';
import { eventForViewers, isViewer } from '@callgate/operations';
import { HttpRefusal } from '@callgate/http';
import { consoleErrors } from '@callgate/messages/errors/console';
import { writeHead } from './send-response.ts';
import type { SignInSession } from './cached-sign-in.ts';
import type { ConsoleLimits } from './console-settings.ts';

/** Bytes written to a page that does not read, before it is cut off. */
const UNREAD_BYTES = 256 * 1024;
/** How long a page waits before it comes back. */
const RETRY_MS = 2000;

interface OpenStream {
  readonly response: ServerResponse;
  readonly session: SignInSession;
  readonly listener: StreamListener;
}

export interface StreamListener {
  /** Who hears, as long as they may; looked at again with whatever is told. */
  who(): OperationCaller | undefined;
  /** Asked with every pulse. Where it cannot be told, nothing more is. */
  isIn(): Promise<boolean>;
}

/** The pages that are open and hear what happens. */
export class EventStreams {
  readonly #clock: Clock;
  readonly #limits: ConsoleLimits;
  readonly #open: Set<OpenStream> = new Set();
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, limits: ConsoleLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  get size(): number {
    return this.#open.size;
  }

  open(response: ServerResponse, session: SignInSession, listener: StreamListener): void {
    const own = [...this.#open].filter((each) => each.session.name === session.name).length;
    if (own >= this.#limits.streamsPerSession) throw new HttpRefusal(429, consoleErrors.tooManyStreams());
    const stream = { response, session, listener };
    const end = (): void => {
      response.end();
    };
    this.#open.add(stream);
    response.once('close', () => {
      this.#open.delete(stream);
      session.over.removeEventListener('abort', end);
    });
    session.over.addEventListener('abort', end);
    writeHead(response, 200, {
      'cache-control': 'no-store',
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no',
    });
    response.write(`retry: ${RETRY_MS}\n\n`);
    this.#cancel ??= this.#clock.after(this.#limits.heartbeatMs, () => this.#beat(), 'idle');
  }

  tell(events: readonly ConsoleEvent[]): void {
    const whole = textOf(events);
    const forViewers = textOf(events.map(eventForViewers));
    this.#write((caller) => (isViewer(caller) ? forViewers : whole));
  }

  close(): void {
    this.#cancel?.();
    for (const { response } of this.#open) response.end();
  }

  #beat(): void {
    this.#cancel = undefined;
    this.#write(() => ': \n\n');
    for (const stream of this.#open) void this.#ask(stream);
    if (this.#open.size > 0)
      this.#cancel = this.#clock.after(this.#limits.heartbeatMs, () => this.#beat(), 'idle');
  }

  async #ask({ response, listener }: OpenStream): Promise<void> {
    const isIn = await listener.isIn().catch(() => false);
    // a page that is cut off comes back, and is told why it cannot
    if (!isIn) response.end();
  }

  #write(textFor: (caller: OperationCaller) => string): void {
    for (const { response, listener } of this.#open) {
      if (response.writableEnded) continue;
      const caller = listener.who();
      if (caller === undefined) response.end();
      else if (response.writableLength > UNREAD_BYTES) response.destroy();
      else response.write(textFor(caller));
    }
  }
}

const textOf = (events: readonly ConsoleEvent[]): string =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
