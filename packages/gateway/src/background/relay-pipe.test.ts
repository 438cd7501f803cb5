import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findBackgroundSocket } from './background-socket.ts';
import type { RelayEnd } from './relay-pipe.ts';
import { relayPipe } from './relay-pipe.ts';
import type { Relay } from './serve-relays.ts';
import { serveRelays } from './serve-relays.ts';

const LOST = { code: -32603, message: 'lost' };

const collect = (stream: PassThrough): { text: string } => {
  const seen = { text: '' };
  stream.on('data', (chunk: Buffer) => (seen.text += chunk.toString('latin1')));
  return seen;
};

const open = async (serve: (relay: Relay) => Promise<void>) => {
  const folder = mkdtempSync(join(tmpdir(), 'cg-relay-'));
  const counts: number[] = [];
  const server = await serveRelays({
    folder,
    instance: 'test',
    serve,
    onCount: (count) => counts.push(count),
  });
  onTestFinished(() => {
    server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const socketPath = findBackgroundSocket(folder, 'test') ?? '';
  const relay = () => {
    const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()];
    const stop = new AbortController();
    const options = {
      socketPath,
      request: '{"a":"ü"}',
      input,
      output,
      errors,
      signal: stop.signal,
      lost: LOST,
    };
    const ended: Promise<RelayEnd> = relayPipe(options);
    return { input, stop, ended, out: collect(output), err: collect(errors) };
  };
  return { folder, counts, server, socketPath, relay };
};

/** Serves by sending back what it gets, until the client has ended. */
const echo = async (relay: Relay): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>();
  relay.input.on('data', (chunk: Buffer) => relay.output.write(chunk));
  relay.input.on('end', resolve);
  relay.log(`for ${relay.request}\n`);
  relay.accept();
  await promise;
};

describe('a relay', () => {
  it('carries every byte in both directions, and ends with the client', async () => {
    const { relay, counts } = await open(echo);
    const { input, ended, out, err } = relay();
    const line = `${String.fromCharCode(...Array.from({ length: 256 }, (_, at) => at))}\n`.repeat(5000);
    input.end(line, 'latin1');
    expect(await ended).toEqual({ kind: 'ended' });
    expect(out.text).toBe(line);
    expect(err.text).toBe(Buffer.from('for {"a":"ü"}\n').toString('latin1'));
    await expect.poll(() => counts).toEqual([1, 0]);
  });

  it('ends when it is stopped', async () => {
    const { relay } = await open(echo);
    const { stop, ended } = relay();
    stop.abort();
    expect(await ended).toEqual({ kind: 'ended' });
  });

  it('says why it was refused, and sends nothing of the client before it is accepted', async () => {
    const { relay } = await open((served) => Promise.resolve(served.refuse('{"code":"X"}')));
    const { input, ended, out } = relay();
    input.write('secret');
    expect(await ended).toEqual({ kind: 'failed', failure: '{"code":"X"}' });
    expect(out.text).toBe('');
    expect(input.read()?.toString()).toBe('secret');
  });

  it('is dropped where the gateway goes away before it accepts, and unreached where none is there', async () => {
    const { relay, server } = await open(() => Promise.reject(new Error('no')));
    const { input, ended } = relay();
    input.write('kept');
    expect(await ended).toEqual({ kind: 'dropped' });
    expect(input.read()?.toString()).toBe('kept');
    server.stop();
    expect(await relay().ended).toEqual({ kind: 'unreached' });
  });

  it.each(['cut', 'ended'])('answers what is open where the gateway goes away: %s', async (how) => {
    const { relay } = await open(async ({ accept, input, output }) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      input.on('data', () => output.write('{"id":1,"jsonrpc":"2.0","res', () => resolve()));
      accept();
      await promise;
      if (how === 'cut') throw new Error('gone');
    });
    const { input, ended, out } = relay();
    input.write('{"jsonrpc":"2.0","id":1,"method":"tools/call"}\n');
    expect(await ended).toEqual({ kind: 'lost' });
    expect(out.text.split('\n').slice(1)).toEqual([
      '{"error":{"code":-32603,"message":"lost"},"id":1,"jsonrpc":"2.0"}',
      '',
    ]);
  });

  it('is not served where it sends more than a request, or one without end', async () => {
    const requests: string[] = [];
    const { socketPath } = await open(async ({ request }) => {
      requests.push(request);
    });
    for (const bytes of [Buffer.from([0, 0, 0, 1, 0x30, 0x30]), Buffer.from([255, 255, 255, 255])]) {
      const socket = connect({ path: socketPath });
      socket.on('error', () => {});
      socket.write(bytes);
      await new Promise((done) => socket.once('close', done));
    }
    expect(requests).toEqual([]);
  });
});
