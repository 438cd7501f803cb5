import { CallgateError } from '@callgate/core';
import { approvalErrors } from '@callgate/messages/errors/approval';
import type { Clock } from '../../environment/clock.ts';
import { systemClock } from '../../environment/clock.ts';
import { pauseUnlessAborted } from './run-unless-aborted.ts';

const TIMEOUT_MS = 10_000;
const FIRST_PAUSE_MS = 250;

/** Whether trying again may help. */
const isPassing = (status: number): boolean => status >= 500 || status === 408 || status === 429;

export interface MessageSenderOptions {
  readonly url: string | URL;
  readonly clock?: Clock;
  /** Headers besides the content type, made anew for every try. */
  readonly headersOf?: (body: string) => Readonly<Record<string, string>>;
}

/** Posts JSON to one address, again where that may help. Follows no redirect. */
export class MessageSender {
  readonly #url: string | URL;
  readonly #clock: Clock;
  readonly #headersOf: (body: string) => Readonly<Record<string, string>>;

  constructor({ url, clock = systemClock, headersOf = () => ({}) }: MessageSenderOptions) {
    this.#url = url;
    this.#clock = clock;
    this.#headersOf = headersOf;
  }

  /** The status it was answered with; undefined if it was not. */
  async #post(body: string, signal: AbortSignal): Promise<number | undefined> {
    const timeout = new AbortController();
    const stopTimer = this.#clock.after(TIMEOUT_MS, () => timeout.abort());
    try {
      const response = await fetch(this.#url, {
        method: 'POST',
        body,
        // a redirect must not choose who is told
        redirect: 'manual',
        signal: AbortSignal.any([signal, timeout.signal]),
        headers: { 'content-type': 'application/json', ...this.#headersOf(body) },
      });
      await response.body?.cancel();
      return response.status;
    } catch {
      return undefined;
    } finally {
      stopTimer();
    }
  }

  /** Throws where nobody took the message. */
  async send(body: string, signal: AbortSignal, retries: number): Promise<void> {
    for (let attempt = 0; ; attempt += 1) {
      const status = await this.#post(body, signal);
      if (signal.aborted || (status !== undefined && status >= 200 && status < 300)) return;
      if (attempt >= retries || (status !== undefined && !isPassing(status)))
        throw new CallgateError(approvalErrors.webhookFailed({ status }));
      await pauseUnlessAborted(this.#clock, FIRST_PAUSE_MS * 2 ** attempt, signal);
    }
  }
}
