import { once } from 'node:events';
import type { Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';

/** Who said something: a client to the server, or the server to a client. */
export type RelayDirection = 'asked' | 'answered';

/** What becomes of a piece that comes along. */
export type PieceFate =
  | 'pass'
  /** The connection ends before it gets there. */
  | 'cut'
  /** It gets there, and the connection ends behind it. */
  | 'cut-behind'
  /** From now on nothing gets through on any connection, and nothing ends. */
  | 'silence';

/** An address between clients and a server, where somebody decides about every piece that comes along. */
export class CuttingRelay {
  readonly #server: Server;
  readonly #open: Set<Socket> = new Set();
  readonly port: number;
  readonly #target: number;
  decide: (direction: RelayDirection, piece: Buffer, client: number) => PieceFate = () => 'pass';
  /** Whoever comes is turned away. */
  shut = false;
  #silent = false;
  #clients = 0;

  private constructor(server: Server, port: number, target: number) {
    this.#server = server;
    this.port = port;
    this.#target = target;
    server.on('connection', (from) => this.#join(from));
  }

  static async to(target: number): Promise<CuttingRelay> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return new CuttingRelay(server, address.port, target);
  }

  url(schema: string): string {
    return `postgres://callgate@127.0.0.1:${this.port}/postgres?schema=${schema}`;
  }

  /** Everything gets through again, for whoever comes anew. */
  heal(): void {
    if (this.#silent) for (const socket of this.#open) socket.destroy();
    this.#silent = false;
    this.shut = false;
    this.decide = () => 'pass';
  }

  async close(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(from: Socket): void {
    if (this.shut) {
      from.destroy();
      return;
    }
    this.#clients += 1;
    const client = this.#clients;
    const to = connect(this.#target, '127.0.0.1');
    this.#carry(from, to, 'asked', client);
    this.#carry(to, from, 'answered', client);
  }

  #carry(from: Socket, to: Socket, direction: RelayDirection, client: number): void {
    this.#open.add(from);
    from.setNoDelay(true);
    from.on('error', () => {});
    from.on('close', () => {
      this.#open.delete(from);
      if (!this.#silent) to.destroy();
    });
    from.on('data', (piece: Buffer) => {
      if (this.#silent) return;
      const fate = this.decide(direction, piece, client);
      if (fate === 'silence') this.#silent = true;
      else if (fate === 'cut') from.destroy();
      else if (fate === 'cut-behind') to.end(piece, () => from.destroy());
      else to.write(piece);
    });
  }
}
