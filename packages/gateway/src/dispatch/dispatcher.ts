import type { Answer, Dispatcher } from '@callgate/gate';
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
  readonly how: Outbound;
  /** The server as it was when the call was judged; see `Server.generation`. */
  readonly generation: number;
  readonly exchange: Exchange;
  readonly out: CallsOut;
  /** The reply itself: what is released goes by its bytes, not by what is recorded of it. */
  readonly replied: (reply: UpstreamReply) => void;
}

/** Writes one judged call to the server it was judged for. */
export const dispatcherFor =
  ({ server, how, generation, exchange, out, replied }: Dispatching): Dispatcher =>
  async (call, context) => {
    if (server.generation !== generation)
      throw new NotSent('the server was reached anew after the call was judged; call again');
    out.add(call.call, { server: server.name, exchange });
    try {
      const reply = await server.upstream.send(call, how, context);
      replied(reply);
      return answerOf(reply);
    } finally {
      out.delete(call.call);
    }
  };
