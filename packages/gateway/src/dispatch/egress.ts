import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { CallgateError, display } from '@callgate/core';
import { egressErrors } from '@callgate/messages/errors/egress';
import { agentMessages } from '@callgate/messages/agent';
import { addressBytes, addressKind, isInRange, unwrapEmbeddedIpv4 } from '../config/address.ts';
import type { AllowedHost } from '../config/allowed-host.ts';
import { isAllowedBy, parseAllowedHost, normaliseHostName } from '../config/allowed-host.ts';

/** Where a connection may go, checked at every connect: the address that was checked is the one that is used. */
export interface EgressDestination {
  readonly protocol: 'http:' | 'https:';
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
  readonly path: string;
  /** As a `Host` header has it. */
  readonly authority: string;
  /** Refuses what may not be reached; give it to `connect`. */
  readonly lookup: LookupFunction;
}

export interface ResolvedAddress {
  readonly address: string;
  readonly family: number;
}

export type AddressResolver = (host: string) => Promise<readonly ResolvedAddress[]>;

const systemResolve: AddressResolver = (host) =>
  new Promise((resolve, reject) => {
    systemLookup(host, { all: true, order: 'verbatim' }, (error, found) =>
      error === null ? resolve(found) : reject(error),
    );
  });

/** Names of metadata services, whatever they resolve to. */
const METADATA_NAME =
  /^(?:.+\.)?(?:metadata(?:\.google\.internal|\.goog|\.azure\.com)?|instance-data(?:\.ec2\.internal)?)$/;

const ownPorts = new Map<number, number>();

/** This process listens there: no upstream may be at that port of this machine. The function it returns ends that. */
export const reservePort = (port: number): (() => void) => {
  ownPorts.set(port, (ownPorts.get(port) ?? 0) + 1);
  let reserved = true;
  return () => {
    if (!reserved) return;
    reserved = false;
    const left = (ownPorts.get(port) ?? 1) - 1;
    if (left === 0) ownPorts.delete(port);
    else ownPorts.set(port, left);
  };
};

const isThisMachine = (bytes: Uint8Array): boolean =>
  addressKind(bytes) === 'loopback' ||
  Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ address }) => {
      const own = addressBytes(address);
      return own !== undefined && isInRange(unwrapEmbeddedIpv4(bytes), own, own.length * 8);
    }),
  );

const shownHost = (host: string): string => `\`${display(host, { max: 120 })}\``;

/** Throws where this address may not be reached under this name. */
export const checkAddress = (
  name: string,
  address: string,
  port: number,
  allowed: readonly AllowedHost[],
): void => {
  const bytes = addressBytes(address);
  const what =
    name === address
      ? shownHost(address)
      : agentMessages.server.nameAtAddress({ name: shownHost(name), address: shownHost(address) });
  if (bytes === undefined) throw new CallgateError(egressErrors.notAddress({ target: what }));
  const kind = addressKind(bytes);
  if (kind === 'metadata') throw new CallgateError(egressErrors.metadata({ target: what }));
  if (kind === 'reserved') throw new CallgateError(egressErrors.reserved({ target: what }));
  if (ownPorts.has(port) && isThisMachine(bytes)) {
    throw new CallgateError(egressErrors.ownPort({ target: what, port }));
  }
  if (kind === 'public' || allowed.some((entry) => isAllowedBy(entry, name, bytes, port))) return;
  const entry = display(`${name.includes(':') ? `[${name}]` : name}:${port}`, { max: 120 });
  throw new CallgateError(egressErrors.privateAddress({ target: what, kind, entry }));
};

/** The only way to an address outside. Throws for a url that may not be reached by any reading of it. */
export const createDestination = (
  url: string,
  allowPrivate: readonly string[],
  resolve: AddressResolver = systemResolve,
): EgressDestination => {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  const protocol = parsed?.protocol;
  if (parsed === undefined || (protocol !== 'http:' && protocol !== 'https:')) {
    throw new CallgateError(egressErrors.scheme({ target: shownHost(url) }));
  }
  if (parsed.username !== '' || parsed.password !== '') {
    throw new CallgateError(egressErrors.credentials({ target: shownHost(parsed.host) }));
  }
  const host = parsed.hostname.replace(/^\[(.*)\]$/, '$1');
  if (METADATA_NAME.test(normaliseHostName(host)))
    throw new CallgateError(egressErrors.metadata({ target: shownHost(host) }));
  const port = parsed.port === '' ? (protocol === 'https:' ? 443 : 80) : Number(parsed.port);
  const allowed = allowPrivate.map(parseAllowedHost);
  if (isIP(host) !== 0) checkAddress(host, host, port, allowed);
  return {
    protocol,
    host,
    port,
    path: `${parsed.pathname}${parsed.search}`,
    authority: parsed.host,
    lookup: checkedLookup(port, allowed, resolve),
  };
};

/** Resolves once, and one bad address spoils the name: which of them is used would be anybody's guess. */
const checkedLookup =
  (port: number, allowed: readonly AllowedHost[], resolve: AddressResolver): LookupFunction =>
  (host, options, done) => {
    const found = async (): Promise<readonly ResolvedAddress[]> => {
      const addresses = await resolve(host);
      for (const { address } of addresses) checkAddress(host, address, port, allowed);
      if (addresses.length > 0) return addresses;
      throw new CallgateError(egressErrors.unknownHost({ host: shownHost(host) }));
    };
    void found().then(
      (addresses) => {
        const [first] = addresses;
        if (options.all === true || first === undefined) done(null, [...addresses]);
        else done(null, first.address, first.family);
      },
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), '', 0),
    );
  };
