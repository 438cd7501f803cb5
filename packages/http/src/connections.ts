import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

interface ConnectionState {
  /** Bytes that had left when it was last seen. */
  flushed: number;
  /** Since when no more of them have. */
  since: number;
}

/** The open connections: so many of each address, and none of a client that does not read its answers. */
export class Connections {
  private readonly perAddress: number;
  private readonly counts: Map<string, number> = new Map();
  private readonly open: Map<Socket, ConnectionState> = new Map();
  private readonly streams: Set<Socket> = new Set();

  constructor(perAddress: number) {
    this.perAddress = perAddress;
  }

  readonly add = (socket: Socket): void => {
    const address = socket.remoteAddress ?? '';
    const count = this.counts.get(address) ?? 0;
    if (count >= this.perAddress) {
      socket.destroy();
      return;
    }
    this.counts.set(address, count + 1);
    // whatever the first sweep finds is news to it: nobody is cut off for what was answered just now
    this.open.set(socket, { flushed: -1, since: 0 });
    socket.once('close', () => {
      this.open.delete(socket);
      const left = (this.counts.get(address) ?? 1) - 1;
      if (left === 0) this.counts.delete(address);
      else this.counts.set(address, left);
    });
  };

  /** The writer of this stream bounds what waits in it. */
  excuse(response: ServerResponse): void {
    const { socket } = response;
    if (socket === null) return;
    this.streams.add(socket);
    response.once('close', () => this.streams.delete(socket));
  }

  /** Cuts off who has read nothing of an answer for `unreadMs`. */
  sweep(now: number, unreadMs: number): void {
    for (const [socket, seen] of this.open) {
      const flushed = socket.bytesWritten - socket.writableLength;
      if (socket.writableLength === 0 || flushed !== seen.flushed || this.streams.has(socket)) {
        seen.flushed = flushed;
        seen.since = now;
      } else if (now - seen.since >= unreadMs) socket.destroy();
    }
  }
}
