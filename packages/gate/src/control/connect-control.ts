import type { Socket } from 'node:net';
import type { Json } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import type { GateEvent } from '../gate.ts';
import type { LostEvents } from '../events.ts';
import { reach } from './connect-socket.ts';
import { eventSchema } from './event-schema.ts';
import { TOO_LONG, linesOf } from './lines.ts';
import type { Control, ControlStatus, MethodName, Params, Result } from './methods.ts';
import { METHODS } from './methods.ts';
import type { ControlAnswer } from './protocol.ts';
import { MAX_ANSWER, MAX_REQUEST, lineOf, readAnswer, shapeProblem } from './protocol.ts';
import { socketsIn } from './socket-folder.ts';

export interface ControlClient extends Control {
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

class SocketClient implements ControlClient {
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
      const event = eventSchema.safeParse(answer.event);
      if (event.success) for (const listener of this.#listeners) listener(event.data);
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

  async ask<M extends MethodName>(method: M, params: Params<M>): Promise<Result<M>> {
    const parsed = METHODS[method].result.safeParse(await this.#request(method, params));
    if (parsed.success) return parsed.data;
    throw new CallgateError(
      'CONTROL_ANSWER',
      `the gate answered ${method} otherwise than it should: ${shapeProblem(parsed.error)}`,
      {
        help: 'use the same version of Callgate for all processes',
      },
    );
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

/** A live process answers who it is. */
const greet = async (path: string): Promise<{ client: ControlClient; status: ControlStatus } | undefined> => {
  const reached = await reach(path);
  if (!('socket' in reached)) return undefined;
  const client = new SocketClient(reached.socket);
  const patience = setTimeout(() => client.close(), PATIENCE_MS);
  try {
    const status = await client.ask('status', {});
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
export const liveControls = async (folder: string): Promise<readonly ControlStatus[]> => {
  const found: ControlStatus[] = [];
  for (const { path, draft } of socketsIn(folder)) {
    const greeted = draft ? undefined : await greet(path);
    greeted?.client.close();
    if (greeted !== undefined) found.push(greeted.status);
  }
  return found;
};

/** A live process of a folder; undefined where there is none. */
export const connectControl = async (
  folder: string,
  { prefer }: ConnectOptions = {},
): Promise<ControlClient | undefined> => {
  let other: ControlClient | undefined;
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
