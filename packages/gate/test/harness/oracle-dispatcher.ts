import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import type { Json } from '@callgate/core';
import { CallgateError, canonical, display } from '@callgate/core';
import { parseStrict } from '@callgate/core/receive';
import { z } from 'zod';
import { isDispatchable } from '../../src/dispatch/dispatchable.ts';
import type { Dispatchable } from '../../src/dispatch/dispatchable.ts';
import type { UpstreamResponse } from '../../src/absorb/upstream-response.ts';
import type { Dispatcher } from '../../src/dispatch/dispatcher.ts';
import { NotSentError } from '../../src/dispatch/dispatcher.ts';

/** What goes to the oracle, without the line feed. */
export const oracleFrame = (frame: {
  readonly call: string;
  readonly attempt: number;
  readonly server: string;
  readonly target: string;
  readonly arguments: Json;
}): string => canonical({ ...frame });

const ANSWER = z.strictObject({
  call: z.string(),
  attempt: z.number(),
  answer: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('result'), result: z.custom<Json>((value) => value !== undefined) }),
    z.strictObject({ type: z.literal('error'), code: z.string(), message: z.string() }),
  ]),
});

const broken = (code: string, message: string): CallgateError =>
  new CallgateError(code, message, { help: 'the call has left; what became of it is not known' });

const answerIn = (line: string, { call, attempt }: Dispatchable): UpstreamResponse => {
  const parsed = ANSWER.safeParse(parseStrict(line));
  if (!parsed.success) throw broken('ORACLE_ANSWER', `not an answer: ${display(line, { max: 80 })}`);
  if (parsed.data.call !== call || parsed.data.attempt !== attempt)
    throw broken('ORACLE_OTHER', 'the answer is for another call');
  return parsed.data.answer;
};

const MAX_LINE = 16 * 1024 * 1024;

const firstLine = async (socket: Socket): Promise<string> => {
  let text = '';
  for await (const chunk of socket) {
    text += String(chunk);
    const end = text.indexOf('\n');
    if (end !== -1) return text.slice(0, end);
    if (text.length > MAX_LINE) throw broken('ORACLE_ANSWER', 'the answer has no end');
  }
  throw broken('ORACLE_CLOSED', 'the upstream closed the connection without an answer');
};

const connected = async (socketPath: string, signal: AbortSignal): Promise<Socket> => {
  const socket = connect(socketPath);
  try {
    await once(socket, 'connect', { signal });
    return socket;
  } catch (error) {
    socket.destroy();
    throw new NotSentError(
      `no connection to the upstream: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
};

const written = (socket: Socket, bytes: string): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.write(bytes, 'ascii', (error) => (error ? reject(error) : resolve()));
  });

export interface OracleDispatcherOptions {
  readonly failpoint?: (name: string) => void;
}

/** Sends a call to an oracle, on a connection of its own, and waits for the answer. */
export const oracleDispatcher =
  (socketPath: string, { failpoint = () => {} }: OracleDispatcherOptions = {}): Dispatcher =>
  async (call, { signal }) => {
    if (!isDispatchable(call))
      throw new CallgateError('DISPATCHABLE_FORGED', 'only the gate makes something dispatchable');
    const socket = await connected(socketPath, signal);
    const onAbort = (): void => void socket.destroy();
    // there is always somebody to hear of a fault: without a listener it would end the process
    socket.on('error', () => {});
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      if (signal.aborted) throw new NotSentError('given up before it was sent');
      const { call: id, attempt, server, target } = call;
      const bytes = `${oracleFrame({ call: id, attempt, server, target, arguments: call.take().arguments })}\n`;
      failpoint('oracle:before-write');
      await written(socket, bytes);
      failpoint('oracle:written');
      return answerIn(await firstLine(socket), call);
    } finally {
      signal.removeEventListener('abort', onAbort);
      socket.destroy();
    }
  };
