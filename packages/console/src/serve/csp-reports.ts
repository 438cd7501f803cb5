import { display } from '@callgate/core';
import type { Clock } from '@callgate/gate';
import type { LogEntry } from '@callgate/gateway';
import { logMessages } from '@callgate/messages/log';
import { z } from 'zod';
import { parseJson } from './answer-operation.ts';

const MOST_TOLD = 20;
const WINDOW_MS = 3_600_000;

const report = z.object({
  'csp-report': z.object({
    'document-uri': z.string().optional(),
    'effective-directive': z.string().optional(),
    'violated-directive': z.string().optional(),
    'blocked-uri': z.string().optional(),
  }),
});

/** What browsers say was kept from running. Anybody can say so: it is logged, a few times an hour, and changes nothing. */
export class CspReports {
  readonly bytes: number = 16 * 1024;
  readonly #log: (entry: LogEntry) => void;
  readonly #clock: Clock;
  #told = 0;
  #windowEnds = 0;

  constructor(clock: Clock, log: (entry: LogEntry) => void) {
    this.#clock = clock;
    this.#log = log;
  }

  take(body: Uint8Array): void {
    const read = report.safeParse(parseJson(body));
    const now = this.#clock.now();
    if (now >= this.#windowEnds) {
      this.#windowEnds = now + WINDOW_MS;
      this.#told = 0;
    }
    if (!read.success || this.#told >= MOST_TOLD) return;
    this.#told += 1;
    const said = read.data['csp-report'];
    const directive = said['effective-directive'] ?? said['violated-directive'] ?? 'something';
    this.#log({
      level: 'warning',
      code: 'CONSOLE_CSP',
      message: logMessages.console.contentBlocked({
        uri: display(said['blocked-uri'] ?? logMessages.console.somethingBlocked, { max: 120 }),
        directive: display(directive, { max: 60 }),
      }),
    });
  }
}
