import type { Socket } from 'node:net';
import type { Json } from '@callgate/core';
import { CallgateError } from '@callgate/core';
import type { GateEvent } from '@callgate/gate';
import type { OperationsClient } from '../operation-table.ts';
import { TOO_LONG, linesOf } from './lines.ts';
import type { ControlAnswer, ControlRequest } from './protocol.ts';
import { MAX_REQUEST, NotARequest, faultOf, lineOf, readRequest } from './protocol.ts';

export interface ConnectionParts extends OperationsClient {
  onEvent(listener: (event: GateEvent) => void): () => void;
}

/** Bytes that wait for a slow reader before it loses events. */
const MAX_BACKLOG = 1_048_576;
/** How long an answer waits for a reader that does not read. */
const DRAIN_MS = 30_000;

/** One who asks. Requests are answered one after the other; who does not read is not served on. */
export class Connection {
  readonly #socket: Socket;
  readonly #parts: ConnectionParts;
  #stopEvents: (() => void) | undefined;
  #lost = 0;

  constructor(socket: Socket, parts: ConnectionParts) {
    this.#socket = socket;
    this.#parts = parts;
    socket.on('error', () => socket.destroy());
    socket.once('close', () => this.#stopEvents?.());
  }

  async serve(): Promise<void> {
    try {
      // without it the end of the input would take with it what was not yet written
      const input = this.#socket.iterator({ destroyOnReturn: false });
      for await (const line of linesOf(input, MAX_REQUEST)) {
        if (line === TOO_LONG) {
          await this.#send({ id: null, error: tooLong() });
          break;
        }
        await this.#send(await this.#answer(line));
      }
    } catch {
      // whoever asked is gone
    } finally {
      this.#stopEvents?.();
      this.#socket.destroySoon();
    }
  }

  async #answer(line: Uint8Array): Promise<ControlAnswer> {
    let request: ControlRequest;
    try {
      request = readRequest(line);
    } catch (error) {
      return { id: error instanceof NotARequest ? error.request : null, error: faultOf(error) };
    }
    const { id, method, params } = request;
    try {
      if (method === 'subscribe') return { id, result: this.#subscribe() };
      // whoever answers looks the name up and reads the parameters by its schema
      const result: unknown = await this.#parts.ask(method as 'status', params as never);
      return { id, result: result as Json };
    } catch (error) {
      return { id, error: faultOf(error) };
    }
  }

  #subscribe(): boolean {
    this.#stopEvents ??= this.#parts.onEvent((event) => this.#tell(event));
    return true;
  }

  #tell(event: GateEvent): void {
    if (this.#socket.destroyed) return;
    if (this.#socket.writableLength > MAX_BACKLOG) {
      this.#lost += 1;
      return;
    }
    if (this.#lost > 0) this.#socket.write(lineOf({ event: { type: 'lost', count: this.#lost } }));
    this.#lost = 0;
    this.#socket.write(lineOf({ event }));
  }

  async #send(answer: ControlAnswer): Promise<void> {
    if (this.#socket.destroyed || this.#socket.write(lineOf(answer))) return;
    await new Promise<void>((resolve) => {
      const patience = setTimeout(() => this.#socket.destroy(), DRAIN_MS);
      const done = (): void => {
        clearTimeout(patience);
        this.#socket.off('drain', done);
        this.#socket.off('close', done);
        resolve();
      };
      this.#socket.once('drain', done);
      this.#socket.once('close', done);
    });
  }
}

const tooLong = (): ReturnType<typeof faultOf> =>
  faultOf(
    new CallgateError('CONTROL_TOO_MUCH', `a line may have ${MAX_REQUEST} bytes; this connection is closed`),
  );
