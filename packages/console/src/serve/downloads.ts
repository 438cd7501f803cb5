import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Clock } from '@callgate/gate';
import type { DownloadFile } from '@callgate/operations';
import { HttpRefusal } from '@callgate/http';
import { consoleErrors } from '@callgate/messages/errors/console';
import { NO_STORE, writeHead } from './send-response.ts';
import type { ConsoleLimits } from './console-settings.ts';

const NAME = /^[A-Za-z0-9][A-Za-z0-9.-]{0,120}$/;
/** Bytes that are written before the client has to have read them. */
const PIECE = 64 * 1024;

/** Files that are being taken away, each written as fast as it is read. */
export class Downloads {
  readonly #clock: Clock;
  readonly #limits: Pick<ConsoleLimits, 'downloads' | 'downloadsPerPerson' | 'unreadMs'>;
  readonly #open: Map<string, number> = new Map();

  constructor(clock: Clock, limits: Pick<ConsoleLimits, 'downloads' | 'downloadsPerPerson' | 'unreadMs'>) {
    this.#clock = clock;
    this.#limits = limits;
  }

  async send(response: ServerResponse, file: DownloadFile, subject: string): Promise<void> {
    const own = this.#open.get(subject) ?? 0;
    const all = [...this.#open.values()].reduce((sum, count) => sum + count, 0);
    if (own >= this.#limits.downloadsPerPerson)
      throw new HttpRefusal(429, consoleErrors.tooManyOwnDownloads());
    if (all >= this.#limits.downloads) throw new HttpRefusal(429, consoleErrors.tooManyDownloads());
    this.#open.set(subject, own + 1);
    try {
      await this.#write(response, file);
    } finally {
      const left = (this.#open.get(subject) ?? 1) - 1;
      if (left === 0) this.#open.delete(subject);
      else this.#open.set(subject, left);
    }
  }

  /** What goes wrong on the way cuts it off: half a file is none. */
  async #write(response: ServerResponse, { name, type, chunks }: DownloadFile): Promise<void> {
    // a client that went away meanwhile emits no close event
    if (response.destroyed) return;
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    let begun = false;
    const begin = (): void => {
      if (begun) return;
      begun = true;
      writeHead(response, 200, {
        ...NO_STORE,
        'content-type': type,
        'content-disposition': `attachment; filename="${NAME.test(name) ? name : 'download'}"`,
      });
    };
    try {
      for await (const chunk of chunks) {
        // the first chunk is there: what fails before can still be told
        begin();
        const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
        for (let at = 0; at < bytes.length; at += PIECE) {
          if (gone.signal.aborted) return;
          if (!response.write(bytes.subarray(at, at + PIECE))) await this.#read(response, gone.signal);
        }
      }
      begin();
      response.end();
    } catch (error) {
      if (!begun) throw error;
      response.destroy();
    }
  }

  async #read(response: ServerResponse, gone: AbortSignal): Promise<void> {
    const stop = this.#clock.after(this.#limits.unreadMs, () => response.destroy(), 'idle');
    try {
      await once(response, 'drain', { signal: gone });
    } finally {
      stop();
    }
  }
}
