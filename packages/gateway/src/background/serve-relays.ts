import type { Socket } from 'node:net';
import { createServer } from 'node:net';
import type { Readable } from 'node:stream';
import { Writable } from 'node:stream';
import { listenAtSocket } from '@callgate/http';
import { BACKGROUND_SOCKETS } from './background-socket.ts';
import { FRAME, frameHead } from './relay-frame.ts';

/** The pipe of a client that another process of this user hands over. */
export interface Relay {
  /** What the process asks for, as JSON. */
  readonly request: string;
  readonly input: Readable;
  readonly output: Writable;
  /** The process is gone, or its connection. */
  readonly closed: Promise<void>;
  /** For the standard error of the process. */
  log(text: string): void;
  /** Lets the process send what its client writes. */
  accept(): void;
  /** Ends it before it was accepted. */
  refuse(failure: string): void;
}

export interface ServeRelaysOptions {
  readonly folder: string;
  readonly instance: string;
  /** Serves one until it is over. Where it throws, the connection is cut. */
  readonly serve: (relay: Relay) => Promise<void>;
  /** How many processes are connected now. */
  readonly onCount: (count: number) => void;
}

export interface RelayServer {
  /** Takes no more. Those that are connected stay. */
  stop(): void;
}

const REQUEST_MS = 30_000;
const MAX_REQUEST = 16 * 1024 * 1024;
const LENGTH = 4;

/** The request before the pipe. Undefined where none came in time, or one too long. */
const readRequest = (socket: Socket): Promise<string | undefined> =>
  new Promise((done) => {
    let bytes = Buffer.alloc(0);
    const leave = (): void => finish(undefined);
    const finish = (request: string | undefined): void => {
      clearTimeout(timer);
      socket.off('data', take).off('close', leave).off('end', leave);
      socket.pause();
      done(request);
    };
    const timer = setTimeout(leave, REQUEST_MS);
    const take = (chunk: Buffer): void => {
      bytes = Buffer.concat([bytes, chunk]);
      if (bytes.length < LENGTH) return;
      const length = bytes.readUInt32BE(0);
      if (length > MAX_REQUEST) finish(undefined);
      else if (bytes.length >= LENGTH + length) {
        // it sends nothing of its client before it is accepted
        finish(bytes.length > LENGTH + length ? undefined : bytes.toString('utf8', LENGTH, LENGTH + length));
      }
    };
    socket.on('data', take).on('close', leave).on('end', leave);
  });

class RelayOutput extends Writable {
  readonly #socket: Socket;

  constructor(socket: Socket) {
    super({ decodeStrings: true });
    this.#socket = socket;
    socket.once('close', () => this.destroy());
  }

  override _write(chunk: Buffer, _encoding: string, written: (error?: Error | null) => void): void {
    this.#socket.write(frameHead(FRAME.output, chunk.length));
    this.#socket.write(chunk, written);
  }
}

/** Takes the pipes of clients over at a unix socket of this user. It keeps no process alive. */
export const serveRelays = async (options: ServeRelaysOptions): Promise<RelayServer> => {
  const { folder, instance, serve, onCount } = options;
  let count = 0;
  const take = async (socket: Socket): Promise<void> => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    socket.once('close', () => resolve());
    // who was killed has not said good-bye
    socket.on('error', () => {});
    const send = (kind: Parameters<typeof frameHead>[0], text = ''): void => {
      const bytes = Buffer.from(text, 'utf8');
      if (socket.writable) socket.write(Buffer.concat([frameHead(kind, bytes.length), bytes]));
    };
    const request = await readRequest(socket);
    if (request === undefined) {
      socket.destroy();
      return;
    }
    const output = new RelayOutput(socket);
    output.on('error', () => {});
    let isRefused = false;
    try {
      await serve({
        request,
        input: socket,
        output,
        closed,
        log: (text) => send(FRAME.log, text),
        accept: () => {
          send(FRAME.ready);
          socket.resume();
        },
        refuse: (failure) => {
          isRefused = true;
          send(FRAME.failure, failure);
        },
      });
      if (!isRefused) send(FRAME.end);
      socket.end();
      // it has to read the end before its own is read
      socket.resume();
    } catch {
      socket.destroy();
    }
    await closed;
  };
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    count += 1;
    onCount(count);
    void take(socket).finally(() => {
      count -= 1;
      onCount(count);
    });
  });
  const { remove } = await listenAtSocket(server, { kind: BACKGROUND_SOCKETS, folder, instance });
  return {
    stop: () => {
      remove();
      server.close();
    },
  };
};
