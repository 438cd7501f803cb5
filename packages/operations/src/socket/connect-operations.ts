import type { IncomingMessage } from 'node:http';
import type { Json } from '@callgate/core';
import { CallgateError } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import type { GateEvent } from '@callgate/gate';
import type { LostEvents } from '@callgate/gate/host';
import { asciiJson } from '@callgate/http';
import { askSocket, readErrorBody, readResponseBody, listSockets } from '@callgate/http/socket';
import { operationErrors } from '@callgate/messages/errors/operation';
import { z } from 'zod';
import type { GateStatus } from '../api/status.ts';
import type {
  OperationName,
  OperationsClient,
  OperationParams,
  OperationResult,
} from '../operation-table.ts';
import { TOO_LONG, readLines } from './read-lines.ts';
import {
  ANSWER_LIMITS,
  CONTROL_SOCKETS,
  EVENTS_PATH,
  MAX_ANSWER,
  MAX_REQUEST,
  OPERATIONS_PATH,
} from './protocol.ts';

export interface SocketClient extends OperationsClient {
  /** The process that answers. */
  readonly instance: string;
  /** What happens in that process, as it happens. Ends when the other side is gone or `close` was called. */
  subscribe(listener: (event: GateEvent | LostEvents) => void): Promise<void>;
  close(): void;
}

export interface ConnectOperationsOptions {
  /** The instance that is asked if it is there; any other will do if it is not. */
  readonly prefer?: string;
}

const gateGoneError = (cause?: unknown): CallgateError =>
  new CallgateError(operationErrors.gatewayGone(), { cause });

class HttpSocketClient implements SocketClient {
  readonly #socketPath: string;
  readonly #ended = new AbortController();
  instance = '';

  constructor(socketPath: string) {
    this.#socketPath = socketPath;
  }

  async ask<N extends OperationName>(name: N, params: OperationParams<N>): Promise<OperationResult<N>> {
    return (await this.askWithin(name, params, this.#ended.signal)) as OperationResult<N>;
  }

  async askWithin(name: string, params: unknown, signal: AbortSignal): Promise<Json> {
    const body = asciiJson(params);
    if (body.length > MAX_REQUEST)
      throw new CallgateError(operationErrors.requestTooLarge({ max: MAX_REQUEST }));
    const [status, bytes] = await this.#send(`${OPERATIONS_PATH}/${encodeURIComponent(name)}`, body, signal);
    const answer = parseStrict(bytes, ANSWER_LIMITS);
    if (status === 200) return answer;
    throw readErrorBody(answer) ?? gateGoneError();
  }

  async subscribe(listener: (event: GateEvent | LostEvents) => void): Promise<void> {
    const response = await askSocket({
      socketPath: this.#socketPath,
      path: EVENTS_PATH,
      signal: this.#ended.signal,
    }).catch((cause: unknown) => {
      throw gateGoneError(cause);
    });
    if (response.statusCode !== 200) throw gateGoneError();
    void this.#hear(response, listener);
  }

  close(): void {
    this.#ended.abort();
  }

  async #send(path: string, body: string, signal: AbortSignal): Promise<readonly [number, Uint8Array]> {
    try {
      const response = await askSocket({ socketPath: this.#socketPath, path, body, signal });
      const bytes = await readResponseBody(response, MAX_ANSWER);
      if (bytes !== undefined) return [response.statusCode ?? 0, bytes];
    } catch (cause) {
      throw gateGoneError(cause);
    }
    throw gateGoneError();
  }

  async #hear(response: IncomingMessage, listener: (event: GateEvent | LostEvents) => void): Promise<void> {
    try {
      for await (const line of readLines(response, MAX_ANSWER)) {
        if (line === TOO_LONG) break;
        listener(parseStrict(line, ANSWER_LIMITS) as unknown as GateEvent | LostEvents);
      }
    } catch {
      // who does not speak our language is as good as gone
    } finally {
      response.destroy();
    }
  }
}

const PATIENCE_MS = 5000;

/** By this a process of the same version is known; what else it answers is believed. */
const statusSchema = z.looseObject({ v: z.literal(1), instance: z.string(), pid: z.number() });

/** A live process answers who it is. */
const greet = async (path: string): Promise<{ client: SocketClient; status: GateStatus } | undefined> => {
  const client = new HttpSocketClient(path);
  try {
    const answer = await client.askWithin('status', {}, AbortSignal.timeout(PATIENCE_MS));
    const status = statusSchema.parse(answer) as unknown as GateStatus;
    client.instance = status.instance;
    return { client, status };
  } catch {
    return undefined;
  }
};

/** What every live process of a folder says of itself. */
export const findLiveGates = async (folder: string): Promise<readonly GateStatus[]> => {
  const found: GateStatus[] = [];
  for (const path of listSockets(folder, CONTROL_SOCKETS)) {
    const greeted = await greet(path);
    if (greeted !== undefined) found.push(greeted.status);
  }
  return found;
};

/** A live process of a folder; undefined where there is none. */
export const connectOperations = async (
  folder: string,
  { prefer }: ConnectOperationsOptions = {},
): Promise<SocketClient | undefined> => {
  let other: SocketClient | undefined;
  for (const path of listSockets(folder, CONTROL_SOCKETS)) {
    const greeted = await greet(path);
    if (greeted === undefined) continue;
    if (prefer === undefined || greeted.status.instance === prefer) return greeted.client;
    other ??= greeted.client;
  }
  return other;
};
