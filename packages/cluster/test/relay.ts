import { once } from 'node:events';
import type { Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';

/** An address that stays while the server behind it changes. */
export class Relay {
  readonly #server: Server;
  readonly #open: Set<Socket> = new Set();
  /** Who is answered, by where the answers come from. */
  readonly #answers: Map<Socket, Socket> = new Map();
  readonly port: number;
  #target: number | undefined;

  private constructor(server: Server, port: number, target: number) {
    this.#server = server;
    this.port = port;
    this.#target = target;
    server.on('connection', (from) => this.#join(from));
  }

  static async to(target: number): Promise<Relay> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return new Relay(server, address.port, target);
  }

  url(schema: string): string {
    return `postgres://callgate@127.0.0.1:${this.port}/postgres?schema=${schema}`;
  }

  /** Ends every connection. Whoever comes next is led to `target`, or turned away where there is none. */
  lead(target: number | undefined): void {
    this.#target = target;
    for (const socket of this.#open) socket.destroy();
  }

  /** What the server answers from now on arrives only when the function it returns is called. */
  holdAnswers(): () => void {
    const held = [...this.#answers];
    for (const [to, from] of held) {
      to.unpipe(from);
      to.pause();
    }
    return () => {
      for (const [to, from] of held) to.pipe(from);
    };
  }

  async close(): Promise<void> {
    this.lead(undefined);
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(from: Socket): void {
    if (this.#target === undefined) {
      from.destroy();
      return;
    }
    const to = connect(this.#target, '127.0.0.1');
    this.#answers.set(to, from);
    to.on('close', () => this.#answers.delete(to));
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      this.#open.add(one);
      one.setNoDelay(true);
      one.on('error', () => {});
      one.on('close', () => {
        this.#open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }
}
