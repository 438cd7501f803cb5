import { connect } from 'node:net';
import type { Readable, Writable } from 'node:stream';
import type { RpcError } from '../wire/json-rpc.ts';
import { errorText } from '../wire/message-text.ts';
import { OpenRequests } from './open-requests.ts';
import { FRAME, FrameReader } from './relay-frame.ts';

export interface RelayPipeOptions {
  readonly socketPath: string;
  /** What is to be served, as JSON. */
  readonly request: string;
  readonly input: Readable;
  readonly output: Writable;
  readonly errors: Writable;
  /** Aborted where the pipe is to end before its input does. */
  readonly signal: AbortSignal;
  /** The answer to requests that are open when the gateway is gone. */
  readonly lost: RpcError;
}

/**
 * - `unreached`: nothing listens.
 * - `dropped`: the gateway went away before it took anything in.
 * - `failed`: the gateway refused; `failure` is its JSON.
 * - `ended`: everything was served.
 * - `lost`: the gateway went away; open requests were answered with an error.
 */
export type RelayEnd =
  | { readonly kind: 'unreached' | 'dropped' | 'ended' | 'lost' }
  | { readonly kind: 'failed'; readonly failure: string };

/** Hands the pipe of a client over to a background gateway, byte for byte. */
export const relayPipe = (options: RelayPipeOptions): Promise<RelayEnd> =>
  new Promise((done) => {
    const { socketPath, request, input, output, errors, signal, lost } = options;
    const requests = new OpenRequests();
    const socket = connect({ path: socketPath });
    let end: RelayEnd = { kind: 'unreached' };
    let isClientGone = false;
    const failure: Uint8Array[] = [];
    const finish = (): void => {
      isClientGone = true;
      socket.end();
      // what nobody reads must not hide the end
      socket.resume();
    };
    const takeInput = (): void => {
      end = { kind: 'lost' };
      input.on('data', (chunk: Uint8Array) => {
        requests.addSent(chunk);
        if (socket.writable && !socket.write(chunk)) input.pause();
      });
      socket.on('drain', () => input.resume());
      for (const event of ['end', 'close', 'error']) input.on(event, finish);
      for (const event of ['close', 'error']) output.on(event, finish);
      output.on('drain', () => socket.resume());
      signal.addEventListener('abort', finish);
      if (signal.aborted) finish();
    };
    const frames = new FrameReader({
      part: (kind, bytes, isLast) => {
        switch (kind) {
          case FRAME.ready:
            takeInput();
            return;
          case FRAME.output:
            requests.addAnswered(bytes);
            if (output.writable && !output.write(bytes) && !isClientGone) socket.pause();
            return;
          case FRAME.log:
            errors.write(bytes);
            return;
          case FRAME.failure:
            failure.push(bytes);
            if (isLast) end = { kind: 'failed', failure: Buffer.concat(failure).toString('utf8') };
            return;
          case FRAME.end:
            // a gateway that ends before its client is lost, however well it ends
            if (isClientGone) end = { kind: 'ended' };
            return;
          default:
            // another version: nothing that follows can be understood
            socket.destroy();
        }
      },
    });
    socket.on('connect', () => {
      end = { kind: 'dropped' };
      const text = Buffer.from(request, 'utf8');
      const length = Buffer.alloc(4);
      length.writeUInt32BE(text.length);
      socket.write(Buffer.concat([length, text]));
    });
    socket.on('data', (chunk: Buffer) => frames.push(chunk));
    socket.on('error', () => {});
    socket.on('close', () => {
      if (end.kind === 'lost' && output.writable) {
        const errorLines = requests.ids.map((id) => `${errorText(id, lost)}\n`).join('');
        output.write(`${requests.isInsideAnswer ? '\n' : ''}${errorLines}`, 'latin1');
      }
      done(end);
    });
  });
