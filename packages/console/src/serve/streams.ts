import type { ServerResponse } from 'node:http';
import type { Clock } from '@callgate/gate';
import type { Caller } from '../api/endpoint.ts';
import type { ConsoleEvent } from '../api/events.ts';
import { eventForViewers, isViewer } from '../viewers.ts';
import { writeHead } from './answer.ts';
import { Refused } from './refused.ts';
import type { SignedIn } from './sessions.ts';
import type { ConsoleLimits } from './settings.ts';

/** Bytes written to a page that does not read, before it is cut off. */
const UNREAD_BYTES = 256 * 1024;
/** How long a page waits before it comes back. */
const RETRY_MS = 2000;

interface Stream {
  readonly response: ServerResponse;
  readonly session: SignedIn;
  readonly who: () => Caller | undefined;
}

/** The pages that are open and hear what happens. */
export class Streams {
  readonly #clock: Clock;
  readonly #limits: ConsoleLimits;
  readonly #open: Set<Stream> = new Set();
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, limits: ConsoleLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  get size(): number {
    return this.#open.size;
  }

  /** `who`: who hears, as long as they may; looked at again with whatever is told. */
  open(response: ServerResponse, session: SignedIn, who: () => Caller | undefined): void {
    const own = [...this.#open].filter((each) => each.session === session).length;
    if (own >= this.#limits.streamsPerSession)
      throw new Refused(
        429,
        'CONSOLE_STREAMS',
        'too many pages of yours listen already',
        'close some of them',
      );
    const stream = { response, session, who };
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
    if (this.#open.size > 0)
      this.#cancel = this.#clock.after(this.#limits.heartbeatMs, () => this.#beat(), 'idle');
  }

  #write(textFor: (caller: Caller) => string): void {
    for (const { response, who } of this.#open) {
      if (response.writableEnded) continue;
      const caller = who();
      if (caller === undefined) response.end();
      else if (response.writableLength > UNREAD_BYTES) response.destroy();
      else response.write(textFor(caller));
    }
  }
}

const textOf = (events: readonly ConsoleEvent[]): string =>
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
