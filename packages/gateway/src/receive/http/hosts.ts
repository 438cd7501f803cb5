/** Written as an address or as `localhost`; no name is looked up. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^(?:::ffff:)?127(?:\.\d{1,3}){3}$/.test(host);

const ANY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::', '']);
const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]'] as const;

const bracketed = (host: string): string =>
  host.includes(':') && !host.startsWith('[') ? `[${host}]` : host;

const withPort = (names: readonly string[], port: number): string[] =>
  names.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]));

export interface Listening {
  readonly host: string;
  readonly port: number;
}

/** What a `Host` header may say, in lower case. Anything else may be a name that was rebound to us. */
export const allowedHosts = ({ host, port }: Listening, more: readonly string[]): ReadonlySet<string> => {
  const own =
    isLoopbackHost(host) || ANY_ADDRESS.has(host) ? LOOPBACK_NAMES : [bracketed(host.toLowerCase())];
  return new Set([...withPort(own, port), ...more.map((name) => name.toLowerCase())]);
};

/** What an `Origin` header may say. Pages of other ports of this machine are other origins. */
export const allowedOrigins = ({ host, port }: Listening, more: readonly string[]): ReadonlySet<string> => {
  const own =
    isLoopbackHost(host) || ANY_ADDRESS.has(host) ? LOOPBACK_NAMES : [bracketed(host.toLowerCase())];
  return new Set([...withPort(own, port).map((name) => `http://${name}`), ...more]);
};
