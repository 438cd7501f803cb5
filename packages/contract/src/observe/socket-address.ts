import { quotedText } from './read-strace.ts';

const INTERNET =
  /^\{sa_family=AF_INET6?, sin6?_port=htons\((\d+)\).*?(?:inet_addr\(|inet_pton\(AF_INET6, )"([^"]*)"/s;
const LOCAL = /^\{sa_family=AF_UNIX, sun_path=(@?)("(?:[^"\\]|\\.)*")/s;
/** What is sent may look like an address. */
const CONTENT = /iov_base="(?:[^"\\]|\\.)*"/g;
const OTHER = /^\{sa_family=(AF_\w+)/;

/** Nothing outside is reached by them: kernel answers, and a cache of names. */
const QUIET: ReadonlySet<string> = new Set(['AF_NETLINK', 'AF_UNSPEC', 'AF_UNIX', 'AF_ALG']);
const NAME_CACHE = /^\/(?:var\/)?run\/nscd\/socket$/;

const ADDRESS_AT: Readonly<Record<string, number>> = {
  connect: 1,
  bind: 1,
  sendto: 4,
  sendmsg: 1,
  sendmmsg: 1,
};

const hostPort = (host: string, port: string): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;

const readAddress = (address: string): string | undefined => {
  const [, port, host] = INTERNET.exec(address) ?? [];
  if (port !== undefined && host !== undefined) return hostPort(host, port);
  const [, abstract = '', quoted] = LOCAL.exec(address) ?? [];
  if (quoted !== undefined) {
    const path = `${abstract}${quotedText(quoted) ?? ''}`;
    return NAME_CACHE.test(path) ? undefined : `unix:${path}`;
  }
  const family = OTHER.exec(address)?.[1];
  return family === undefined || QUIET.has(family) ? undefined : family;
};

/** The addresses that a call names: `host:port`, `unix:PATH` or a kind of network. */
export const socketAddresses = (name: string, args: readonly string[]): readonly string[] => {
  const argument = args[ADDRESS_AT[name] ?? -1] ?? '';
  const isMessage = name === 'sendmsg' || name === 'sendmmsg';
  const written = isMessage ? argument.replaceAll(CONTENT, '').split('msg_name=').slice(1) : [argument];
  return written.flatMap((address) => readAddress(address) ?? []);
};

const PEER = /^(?:TCP|UDP|SCTP|DCCP)\w*:\[.*->(.*)\]$/s;

/** Where a connected socket leads, by what strace shows of its descriptor. */
export const socketPeer = (target: string | null): string | undefined => PEER.exec(target ?? '')?.[1];
