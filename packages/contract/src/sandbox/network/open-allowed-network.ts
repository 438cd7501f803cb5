import type { Server } from 'node:net';
import type { NetworkDestination } from './destination.ts';
import type { NetworkNamespaces } from './listen-inside.ts';
import { listenInside } from './listen-inside.ts';
import type { NetworkPlan } from './plan-network.ts';
import { forwardConnections, serveProxy } from './serve-proxy.ts';

/** Of one port: a server cannot use up what the gateway may open. */
const MAX_CONNECTIONS = 256;

export interface AllowedNetwork {
  close(): void;
}

/** Lets a sandbox reach its list and nothing else. A text says why that is not possible. */
export const openAllowedNetwork = async (
  namespaces: NetworkNamespaces,
  { forwards, proxyPort, addresses }: NetworkPlan,
  allow: readonly NetworkDestination[],
  onRefused: (destination: string) => void,
): Promise<AllowedNetwork | string> => {
  const places = [{ address: '127.0.0.1', port: proxyPort }, ...forwards];
  const servers = await listenInside(namespaces, places, addresses);
  if (typeof servers === 'string') return servers;
  const open = new Set<{ destroy(): unknown }>();
  const track = (server: Server): void => {
    server.maxConnections = MAX_CONNECTIONS;
    server.on('connection', (socket) => {
      open.add(socket);
      socket.once('close', () => open.delete(socket));
    });
  };
  const [proxy, ...ports] = servers;
  for (const server of servers) track(server);
  if (proxy !== undefined) serveProxy(proxy, { allow, onRefused });
  for (const [at, server] of ports.entries()) {
    const destination = forwards[at]?.destination;
    if (destination !== undefined) forwardConnections(server, destination);
  }
  return {
    close: () => {
      for (const server of servers) server.close();
      for (const socket of open) socket.destroy();
    },
  };
};
