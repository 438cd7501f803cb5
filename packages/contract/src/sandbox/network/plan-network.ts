import { isIP } from 'node:net';
import type { NetworkDestination } from './destination.ts';
import { isSameDestination } from './destination.ts';

/** A port inside the sandbox from which connections go on to a destination. */
export interface Forward {
  readonly address: string;
  readonly port: number;
  readonly destination: NetworkDestination;
}

/** What of the network there is in a sandbox without one. */
export interface NetworkPlan {
  readonly forwards: readonly Forward[];
  /** Where the proxy listens, on 127.0.0.1. */
  readonly proxyPort: number;
  /** Addresses that the sandbox's own interface must have. */
  readonly addresses: readonly string[];
  /** Names lead to the forwards. */
  readonly hosts: string;
}

const PROXY_PORT = 3128;

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** Each name has an address of its own: two names with the same port lead to different places. */
export const planNetwork = (allow: readonly NetworkDestination[], machine: string): NetworkPlan => {
  const destinations = allow.filter(
    (each, at) => allow.findIndex((other) => isSameDestination(each, other)) === at,
  );
  const names = [...new Set(destinations.map(({ host }) => host))].filter(
    (host) => isIP(host) === 0 && !isLoopback(host),
  );
  const own = new Map(names.map((name, at) => [name, `127.77.${at >> 8}.${(at & 255) + 1}`]));
  const addressesOf = (host: string): readonly string[] =>
    host === 'localhost' ? ['127.0.0.1', '::1'] : [own.get(host) ?? host];
  const forwards = destinations
    .flatMap((destination) =>
      addressesOf(destination.host).map((address) => ({ address, port: destination.port, destination })),
    )
    // this machine has more than one name
    .filter(
      ({ address, port }, at, all) =>
        all.findIndex((other) => other.address === address && other.port === port) === at,
    );
  const taken = new Set(forwards.map(({ port }) => port));
  let proxyPort = PROXY_PORT;
  while (taken.has(proxyPort)) proxyPort += 1;
  return {
    forwards,
    proxyPort,
    addresses: [...new Set(destinations.map(({ host }) => host))].filter(
      (host) => isIP(host) !== 0 && !isLoopback(host),
    ),
    hosts: ['127.0.0.1 localhost', '::1 localhost', `127.0.0.1 ${machine}`]
      .concat([...own].map(([name, address]) => `${address} ${name}`))
      .map((line) => `${line}\n`)
      .join(''),
  };
};

/** For programs that speak to proxies; Node does from 24 on, if it is told. */
export const proxyEnvironment = (proxyPort: number): Readonly<Record<string, string>> => {
  const url = `http://127.0.0.1:${proxyPort}`;
  const own = 'localhost,127.0.0.1,::1';
  return {
    HTTP_PROXY: url,
    HTTPS_PROXY: url,
    ALL_PROXY: url,
    NO_PROXY: own,
    http_proxy: url,
    https_proxy: url,
    all_proxy: url,
    no_proxy: own,
    NODE_USE_ENV_PROXY: '1',
  };
};
