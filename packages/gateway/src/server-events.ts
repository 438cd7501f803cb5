import { getOwn } from '@callgate/core';
import { agentMessages } from '@callgate/messages/agent';
import { upstreamMessages } from '@callgate/messages/upstream';
import type { ServerEvents } from './dispatch/servers.ts';
import type { LogEntry } from './log/log-entry.ts';
import { answerServerRequest } from './receive/answer-server-request.ts';
import type { GatewayParts } from './receive/gateway-parts.ts';
import { relayLog } from './receive/handlers/logging.ts';
import { renewSubscriptions } from './receive/handlers/renew-subscriptions.ts';
import { RpcFailure } from './wire/rpc-failure.ts';

/** What becomes of what servers send by themselves. */
export const createServerEvents = (
  parts: () => GatewayParts,
  log: (entry: LogEntry) => void,
  misbehaved: ServerEvents['misbehaved'],
  violated: ServerEvents['violated'],
): ServerEvents => ({
  notification: (server, method, params, call) => {
    if (method === 'notifications/message') relayLog(parts(), server, params, call);
    const uri = getOwn(params, 'uri');
    if (method === 'notifications/resources/updated' && typeof uri === 'string')
      parts().listeners.resourceUpdated(server, uri);
  },
  request: async (name, { method, params, call }) => {
    const server = parts().servers.get(name);
    const exchange = parts().out.find(name, call);
    if (server === undefined || exchange === undefined)
      throw new RpcFailure({ code: -1, message: agentMessages.serverRequests.nobody });
    return await answerServerRequest(parts(), server, exchange, method, params);
  },
  reached: (server) => renewSubscriptions(parts(), server),
  availability: (server, text) => {
    if (text === null)
      log({ level: 'info', code: 'SERVER_READY', message: upstreamMessages.status.readyAgain, server });
    else log({ level: 'warning', code: 'SERVER_UNREACHED', message: text, server });
  },
  misbehaved,
  violated,
});
