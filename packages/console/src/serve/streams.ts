import type { ServerResponse } from 'node:http';
import type { Clock } from '@callgate/gate';
import type { ConsoleEvent } from '../api/events.ts';
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
  readonly isIn: () => boolean;
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

  /** `isIn`: whether they still may hear; looked at again with every heartbeat. */
  open(response: ServerResponse, session: SignedIn, isIn: () => boolean): void {
    const own = [...this.#open].filter((each) => each.session === session).length;
    if (own >= this.#limits.streamsPerSession)
      throw new Refused(
        429,
        'CONSOLE_STREAMS',
        'too many pages of yours listen already',
        'close some of them',
      );
    const stream = { response, session, isIn };
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
    const text = events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
    this.#write(text);
  }

  close(): void {
    this.#cancel?.();
    for (const { response } of this.#open) response.end();
  }

  #beat(): void {
    this.#cancel = undefined;
    for (const { response, isIn } of this.#open) if (!isIn()) response.end();
    this.#write(': \n\n');
    if (this.#open.size > 0)
      this.#cancel = this.#clock.after(this.#limits.heartbeatMs, () => this.#beat(), 'idle');
  }

  #write(text: string): void {
    for (const { response } of this.#open) {
      if (response.writableEnded) continue;
      if (response.writableLength > UNREAD_BYTES) response.destroy();
      else response.write(text);
    }
  }
}
