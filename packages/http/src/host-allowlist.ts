import type { HostAllowlist } from './request-router.ts';

/** Written as an address or as `localhost`; no name is looked up. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/.test(host);

const ANY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::', '']);
const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'] as const;

const bracketed = (host: string): string =>
  host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;

const withPort = (names: readonly string[], port: number): string[] =>
  names.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]));

interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Under which names a server is reached, besides `hosts` and `origins`. Pages of other ports of this machine are other origins. */
export const makeHostAllowlist = (
  { host, port }: ListenAddress,
  {
    hosts = [],
    origins = [],
  }: { readonly hosts?: readonly string[]; readonly origins?: readonly string[] } = {},
): HostAllowlist => {
  const names =
    isLoopbackHost(host) || ANY_ADDRESS.has(host) ? LOOPBACK_NAMES : [bracketed(host.toLowerCase())];
  const own = withPort(names, port);
  return {
    hosts: new Set([...own, ...hosts.map((name) => name.toLowerCase())]),
    origins: new Set([...own.map((name) => `http://${name}`), ...origins]),
  };
};
