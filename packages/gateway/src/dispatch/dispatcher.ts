import { CallgateError } from '@callgate/core';
import type { Answer, Dispatchable, Dispatcher, ToolCatalogue } from '@callgate/gate';
import { NotSent } from '@callgate/gate';
import type { Exchange } from '../receive/exchange.ts';
import type { CallsOut } from './calls-out.ts';
import type { Server } from './servers.ts';
import type { Outbound, UpstreamReply } from './upstream.ts';

/** What an upstream said, as the gate records it. Of an error every byte counts, its data too. */
export const answerOf = (reply: UpstreamReply): Answer => {
  if (reply.type === 'result')
    return { type: 'result', result: reply.result, isError: reply.result['isError'] === true };
  const { code, message, data } = reply.error;
  return data === undefined
    ? { type: 'error', code: String(code), message }
    : { type: 'result', result: { error: { code, message, data } }, isError: true };
};

export interface Dispatching {
  readonly server: Server;
  readonly catalogue: Pick<ToolCatalogue, 'find'>;
  readonly how: Outbound;
  readonly exchange: Exchange;
  readonly out: CallsOut;
  /** The reply itself: what is released goes by its bytes, not by what is recorded of it. */
  readonly replied: (reply: UpstreamReply) => void;
}

/** A server that is reached anew, or whose lists are just read again, must define the tool as it was judged. */
const stillAsJudged = async ({ server, catalogue }: Dispatching, call: Dispatchable): Promise<void> => {
  try {
    await server.readyInTime();
  } catch (error) {
    const why = server.unavailableReason();
    throw new NotSent(
      `the server ${server.name} cannot be reached (${why === undefined ? codeOf(error) : why.message})`,
    );
  }
  const now = catalogue.find(call.kind, call.server, call.target, call.argumentsDigest)?.tool;
  if (
    now === undefined ||
    now.definition !== call.definition ||
    (now.quarantine !== null && !call.quarantined)
  )
    throw new NotSent('what is called is defined otherwise now than when it was judged; call again');
};

const codeOf = (error: unknown): string => (error instanceof CallgateError ? error.code : 'UPSTREAM');

/** Writes one judged call to the server it was judged for. */
export const dispatcherFor =
  (dispatching: Dispatching): Dispatcher =>
  async (call, context) => {
    const { server, how, exchange, out, replied } = dispatching;
    await stillAsJudged(dispatching, call);
    out.add(call.call, { server: server.name, exchange });
    try {
      const reply = await server.upstream.send(call, how, context);
      replied(reply);
      return answerOf(reply);
    } finally {
      out.delete(call.call);
    }
  };
