import { request } from 'node:http';
import type { ConsoleEvent } from '@callgate/operations/api';
import { PAGE_HEADERS } from '../api-client.ts';

/** What one open page hears. */
export interface PageEventStream {
  readonly status: number;
  readonly events: readonly ConsoleEvent[];
  /** When each came. */
  readonly times: readonly number[];
  /** Everything that came, heartbeats too. */
  text(): string;
  readonly ended: Promise<void>;
  close(): void;
}

export const openPageEventStream = (url: string, cookie: string): Promise<PageEventStream> =>
  new Promise((resolve, reject) => {
    const sent = request(`${url}/api/events`, { headers: { ...PAGE_HEADERS, cookie } }, (response) => {
      const events: ConsoleEvent[] = [];
      const times: number[] = [];
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      let text = '';
      let rest = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        const parts = (rest + chunk).split('\n\n');
        rest = parts.pop() ?? '';
        for (const part of parts)
          if (part.startsWith('data: ')) {
            events.push(JSON.parse(part.slice(6)) as ConsoleEvent);
            times.push(Date.now());
          }
      });
      response.on('close', () => end());
      resolve({
        status: response.statusCode ?? 0,
        events,
        times,
        text: () => text,
        ended,
        close: () => sent.destroy(),
      });
    });
    sent.on('error', reject);
    sent.end();
  });
