import type { GatewayParts } from '../parts.ts';
import { RpcFailure } from '../../wire/rpc-failure.ts';
import type { Client, Exchange } from '../../wire/exchange.ts';
import { passThrough } from '../take-through-gate.ts';
import { setLevels } from './logging.ts';
import { resourcePassage, resourceTarget } from './read-resource.ts';

/** What a client wanted goes on without a request of it: nobody hears of it, and nobody can be asked. */
const onBehalfOf = (client: Client, method: string): Exchange => ({
  client,
  id: 0,
  method,
  params: {},
  signal: new AbortController().signal,
  notify: () => {},
  ask: () => Promise.reject(new RpcFailure({ code: -1, message: 'there is nobody to ask' })),
});

const pass = async (
  parts: GatewayParts,
  client: Client,
  uri: string,
  method: 'resources/subscribe' | 'resources/unsubscribe',
): Promise<void> => {
  const exchange = onBehalfOf(client, method);
  const target = resourceTarget(parts, exchange, uri);
  await passThrough(parts, {
    ...resourcePassage(parts, exchange, target, method),
    detached: true,
    waitMs: 0,
  });
};

/** A client or a stream is gone: what nobody else wants is taken back at the servers. */
export const endSubscriptions = (parts: GatewayParts, client: Client, key: string): void => {
  const wanted = parts.listeners.subscriptionsOf(key);
  parts.listeners.close(key);
  for (const { server, uri } of wanted)
    if (!parts.listeners.isWanted(server, uri) && parts.servers.get(server)?.hello !== undefined)
      pass(parts, client, uri, 'resources/unsubscribe').catch(() => {});
};

/** A server was reached anew and knows nothing of who listens. */
export const subscribeAgain = (parts: GatewayParts, server: string): void => {
  for (const { uri, client } of parts.listeners.wantedOf(server))
    pass(parts, client, uri, 'resources/subscribe').catch(() => {});
  setLevels(parts).catch(() => {});
};
