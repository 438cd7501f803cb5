import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { VirtualClock } from '@callgate/gate/testing';
import { virtualClock } from '@callgate/gate/testing';
import { expect, it, onTestFinished } from 'vitest';
import { HttpRefusal } from '@callgate/http';
import { sendRefusal } from './send-response.ts';
import { Downloads } from './downloads.ts';

const CHUNK = 'x'.repeat(1_000_000);
const CHUNKS = 60;

interface DownloadSetup {
  readonly clock: VirtualClock;
  /** How far each file was made, and whether it is given up or finished. */
  readonly files: readonly { made: number; over: boolean }[];
  /** The file as it comes, unread. */
  get(subject: string): Promise<IncomingMessage>;
}

const served = async (limits: {
  readonly downloads: number;
  readonly downloadsPerPerson: number;
}): Promise<DownloadSetup> => {
  const clock = virtualClock(0);
  const downloads = new Downloads(clock, { ...limits, unreadMs: 60_000 });
  const files: { made: number; over: boolean }[] = [];
  async function* chunks(): AsyncGenerator<string> {
    const file = { made: 0, over: false };
    files.push(file);
    try {
      for (; file.made < CHUNKS; file.made += 1) yield await Promise.resolve(CHUNK);
    } finally {
      file.over = true;
    }
  }
  const server = createServer((asked, response) => {
    const file = { name: 'record.jsonl', type: 'text/plain', chunks: chunks() };
    downloads.send(response, file, asked.url ?? '').catch((error: unknown) => {
      if (error instanceof HttpRefusal) sendRefusal(response, error);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    clock,
    files,
    get: (subject) =>
      new Promise((resolve, reject) => {
        const sent = request({ port, path: subject, agent: false }, (response) => {
          response.on('error', () => {});
          response.pause();
          resolve(response);
        });
        sent.on('error', reject);
        sent.end();
      }),
  };
};

const settled = async (file: () => number | undefined): Promise<void> => {
  let before: number | undefined = -1;
  await expect
    .poll(
      () => {
        const same = file() === before;
        before = file();
        return same && before !== undefined;
      },
      { interval: 100, timeout: 5000 },
    )
    .toBe(true);
};

it('a file is written no faster than it is read, and is cut off when nobody reads for a minute', async () => {
  const { clock, files, get } = await served({ downloads: 5, downloadsPerPerson: 5 });
  const response = await get('/ann');
  await settled(() => files[0]?.made);
  expect(files[0]?.made).toBeLessThan(CHUNKS / 2);
  clock.advance(59_999);
  expect(files[0]?.over).toBe(false);
  const closed = new Promise((resolve) => response.on('close', resolve));
  clock.advance(1);
  await expect.poll(() => files[0]?.over, { timeout: 5000 }).toBe(true);
  response.resume();
  await closed;
  expect(response.complete).toBe(false);
  expect(clock.pending).toBe(0);
});

it('a file that is read is whole, however long it takes', async () => {
  const { clock, get } = await served({ downloads: 5, downloadsPerPerson: 5 });
  const response = await get('/ann');
  let bytes = 0;
  for await (const part of response) {
    const before = Math.floor(bytes / CHUNK.length);
    bytes += (part as Buffer).length;
    if (Math.floor(bytes / CHUNK.length) > before) clock.advance(2000);
  }
  expect(response.complete).toBe(true);
  expect(bytes).toBe(CHUNKS * CHUNK.length);
  expect(clock.pending).toBe(0);
});

it('so many at once for one person and for all, and again when one is over', async () => {
  const { files, get } = await served({ downloads: 3, downloadsPerPerson: 2 });
  const first = await get('/ann');
  expect((await get('/ann')).statusCode).toBe(200);
  expect((await get('/ann')).statusCode).toBe(429);
  expect((await get('/bob')).statusCode).toBe(200);
  expect((await get('/cid')).statusCode).toBe(429);
  first.destroy();
  await expect.poll(() => files.filter(({ over }) => over).length, { timeout: 5000 }).toBe(1);
  expect((await get('/cid')).statusCode).toBe(200);
});

it('a file for somebody who went away before it was there takes nobody’s place', async () => {
  const downloads = new Downloads(virtualClock(0), { downloads: 1, downloadsPerPerson: 1, unreadMs: 60_000 });
  const over = Promise.withResolvers<void>();
  const server = createServer((_, response) => {
    response.once('close', () => {
      const chunks = (async function* () {
        yield await Promise.resolve(CHUNK);
      })();
      downloads
        .send(response, { name: 'a', type: 'text/plain', chunks }, 'ann')
        .then(over.resolve, over.reject);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const sent = request({ port: (server.address() as AddressInfo).port, agent: false });
  sent.on('error', () => {});
  server.once('request', () => sent.destroy());
  sent.end();
  await expect(over.promise).resolves.toBeUndefined();
});
