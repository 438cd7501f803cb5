import { agentMessages } from '@callgate/messages/agent';
import type { GatewayParts } from '../gateway-parts.ts';
import { RpcFailure } from '../../wire/rpc-failure.ts';
import type { ConnectedClient, RequestExchange } from '../../wire/exchange.ts';
import { passThrough } from '../take-through-gate.ts';
import { applyLogLevels } from './logging.ts';
import { resourcePassage, resourceTarget } from './read-resource.ts';

/** What a client wanted goes on without a request of it: nobody hears of it, and nobody can be asked. */
const silentExchange = (client: ConnectedClient, method: string): RequestExchange => ({
  client,
  id: 0,
  method,
  params: {},
  signal: new AbortController().signal,
  notify: () => {},
  ask: () => Promise.reject(new RpcFailure({ code: -1, message: agentMessages.serverRequests.nobody })),
});

const forwardSubscription = async (
  parts: GatewayParts,
  client: ConnectedClient,
  uri: string,
  method: 'resources/subscribe' | 'resources/unsubscribe',
): Promise<void> => {
  const exchange = silentExchange(client, method);
  const target = resourceTarget(parts, exchange, uri);
  await passThrough(parts, {
    ...resourcePassage(parts, exchange, target, method),
    detached: true,
    waitMs: 0,
  });
};

/** A client or a stream is gone: what nobody else wants is taken back at the servers. */
export const endSubscriptions = (parts: GatewayParts, client: ConnectedClient, key: string): void => {
  const wanted = parts.listeners.subscriptionsOf(key);
  parts.listeners.close(key);
  for (const { server, uri } of wanted)
    if (!parts.listeners.isWanted(server, uri) && parts.servers.get(server)?.hello !== undefined)
      forwardSubscription(parts, client, uri, 'resources/unsubscribe').catch(() => {});
};

/** A server was reached anew and knows nothing of who listens. */
export const renewSubscriptions = (parts: GatewayParts, server: string): void => {
  for (const { uri, client } of parts.listeners.wantedOf(server))
    forwardSubscription(parts, client, uri, 'resources/subscribe').catch(() => {});
  applyLogLevels(parts).catch(() => {});
};
