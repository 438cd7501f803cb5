import type { Socket } from 'node:net';
import type { Json } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import type { GateEvent, LostEvents } from '@callgate/gate';
import { z } from 'zod';
import type { GateStatus } from '../api/status.ts';
import type {
  OperationName,
  OperationsClient,
  OperationParams,
  OperationResult,
} from '../operation-table.ts';
import { reach, socketsIn } from './socket-folder.ts';
import { TOO_LONG, linesOf } from './lines.ts';
import type { ControlAnswer } from './protocol.ts';
import { MAX_ANSWER, MAX_REQUEST, lineOf, readAnswer } from './protocol.ts';

export interface SocketClient extends OperationsClient {
  /** The process that answers. */
  readonly instance: string;
  /** What happens in that process, as it happens. */
  subscribe(listener: (event: GateEvent | LostEvents) => void): Promise<void>;
  /** Resolves when the other side is gone or `close` was called. */
  readonly closed: Promise<void>;
  close(): void;
}

export interface ConnectOptions {
  /** The instance that is asked if it is there; any other will do if it is not. */
  readonly prefer?: string;
}

const gone = (): CallgateError =>
  new CallgateError('CONTROL_GONE', 'the gate went away before it answered', {
    help: 'nobody knows whether it heard; look again',
  });

const tooMuch = (): CallgateError =>
  new CallgateError('CONTROL_TOO_MUCH', `what is asked at once may have ${MAX_REQUEST} bytes`, {
    help: 'ask for less at once',
  });

interface Waiting {
  readonly resolve: (result: Json) => void;
  readonly reject: (error: Error) => void;
}

class OpenClient implements SocketClient {
  readonly #socket: Socket;
  readonly #waiting: Map<number, Waiting> = new Map();
  readonly #listeners: Set<(event: GateEvent | LostEvents) => void> = new Set();
  readonly closed: Promise<void>;
  #next = 0;
  #over = false;
  instance = '';

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('error', () => socket.destroy());
    this.closed = this.#read();
  }

  async #read(): Promise<void> {
    try {
      for await (const line of linesOf(this.#socket, MAX_ANSWER)) {
        if (line === TOO_LONG) break;
        this.#heard(readAnswer(line));
      }
    } catch {
      // who does not speak our language is as good as gone
    } finally {
      this.#over = true;
      this.#socket.destroy();
      for (const { reject } of this.#waiting.values()) reject(gone());
      this.#waiting.clear();
    }
  }

  #heard(answer: ControlAnswer): void {
    if ('event' in answer) {
      for (const listener of this.#listeners) listener(answer.event as unknown as GateEvent | LostEvents);
      return;
    }
    if (answer.id === null) return;
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ('result' in answer) waiting?.resolve(answer.result);
    else {
      const { code, message, help } = answer.error;
      const more = help === undefined ? {} : { help: display(help, { max: 1000 }) };
      waiting?.reject(new CallgateError(display(code, { max: 80 }), display(message, { max: 1000 }), more));
    }
  }

  #request(method: string, params: unknown): Promise<Json> {
    if (this.#over) return Promise.reject(gone());
    const id = this.#next++;
    const line = lineOf({ id, method, params });
    if (line.length > MAX_REQUEST) return Promise.reject(tooMuch());
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.write(line);
    });
  }

  async ask<N extends OperationName>(name: N, params: OperationParams<N>): Promise<OperationResult<N>> {
    return (await this.#request(name, params)) as OperationResult<N>;
  }

  async subscribe(listener: (event: GateEvent | LostEvents) => void): Promise<void> {
    this.#listeners.add(listener);
    await this.#request('subscribe', {});
  }

  close(): void {
    this.#socket.destroy();
  }
}

const PATIENCE_MS = 5000;

/** By this a process of the same version is known; what else it answers is believed. */
const statusSchema = z.looseObject({ v: z.literal(1), instance: z.string(), pid: z.number() });

/** A live process answers who it is. */
const greet = async (path: string): Promise<{ client: SocketClient; status: GateStatus } | undefined> => {
  const reached = await reach(path);
  if (!('socket' in reached)) return undefined;
  const client = new OpenClient(reached.socket);
  const patience = setTimeout(() => client.close(), PATIENCE_MS);
  try {
    const status = statusSchema.parse(await client.ask('status', {})) as unknown as GateStatus;
    client.instance = status.instance;
    return { client, status };
  } catch {
    client.close();
    return undefined;
  } finally {
    clearTimeout(patience);
  }
};

/** What every live process of a folder says of itself. */
export const liveGates = async (folder: string): Promise<readonly GateStatus[]> => {
  const found: GateStatus[] = [];
  for (const { path, draft } of socketsIn(folder)) {
    const greeted = draft ? undefined : await greet(path);
    greeted?.client.close();
    if (greeted !== undefined) found.push(greeted.status);
  }
  return found;
};

/** A live process of a folder; undefined where there is none. */
export const connectOperations = async (
  folder: string,
  { prefer }: ConnectOptions = {},
): Promise<SocketClient | undefined> => {
  let other: SocketClient | undefined;
  for (const { path, draft } of socketsIn(folder)) {
    if (draft) continue;
    const greeted = await greet(path);
    if (greeted === undefined) continue;
    if (prefer === undefined || greeted.status.instance === prefer) {
      other?.close();
      return greeted.client;
    }
    if (other === undefined) other = greeted.client;
    else greeted.client.close();
  }
  return other;
};
