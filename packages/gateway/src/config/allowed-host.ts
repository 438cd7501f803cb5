import { CallgateError, display } from '@callgate/core';
import { configErrors } from '@callgate/messages/errors/config';
import { addressBytes, isInRange, unwrapEmbeddedIpv4 } from './address.ts';

/** One entry of `allowPrivate`: a name, an address or a range, with or without a port. */
export interface AllowedHost {
  readonly name: string | null;
  readonly range: { readonly start: Uint8Array; readonly bits: number } | null;
  readonly port: number | null;
}

/** As names are compared: without the dot at the end, in lower case. */
export const normaliseHostName = (host: string): string => host.toLowerCase().replace(/\.$/, '');

const BRACKETED = /^\[(?<host>[^[\]]+)\](?::(?<port>\d{1,5}))?$/;
const RANGE = /^(?<host>[0-9a-f.:]+)\/(?<bits>\d{1,3})$/i;
const WITH_PORT = /^(?<host>[^:/]+)(?::(?<port>\d{1,5}))?$/;
const NAME = /^(?!-)[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/;

/** Reads `127.0.0.1:8080`, `10.0.0.0/8`, `[::1]:8080`, `fd12::/16`, `wiki.corp`, `wiki.corp:8443`. */
export const parseAllowedHost = (entry: string): AllowedHost => {
  const range = RANGE.exec(entry)?.groups;
  if (range !== undefined) return { name: null, range: parseRange(entry, range), port: null };
  const whole = addressBytes(entry) === undefined ? undefined : { host: entry, port: undefined };
  const { host, port } = whole ?? (BRACKETED.exec(entry) ?? WITH_PORT.exec(entry))?.groups ?? {};
  if (host === undefined || (port !== undefined && Number(port) > 65_535)) throw invalidEntryError(entry);
  const bytes = addressBytes(host);
  const number = port === undefined ? null : Number(port);
  if (bytes !== undefined) {
    return { name: null, range: { start: bytes, bits: bytes.length * 8 }, port: number };
  }
  const name = normaliseHostName(host);
  if (!NAME.test(name) || /^[\d.]+$/.test(name)) throw invalidEntryError(entry);
  return { name, range: null, port: number };
};

const parseRange = (entry: string, { host = '', bits = '' }: Partial<Record<string, string>>) => {
  const start = addressBytes(host);
  if (start === undefined || Number(bits) > start.length * 8) throw invalidEntryError(entry);
  return { start, bits: Number(bits) };
};

const invalidEntryError = (entry: string): CallgateError =>
  new CallgateError(configErrors.network.allowedHost({ entry: display(entry, { max: 80 }) }));

/** Whether an entry means this address, reached under this name at this port. */
export const isAllowedBy = (entry: AllowedHost, name: string, address: Uint8Array, port: number): boolean => {
  if (entry.port !== null && entry.port !== port) return false;
  if (entry.range === null) return entry.name === normaliseHostName(name);
  const { start, bits } = entry.range;
  return isInRange(address, start, bits) || isInRange(unwrapEmbeddedIpv4(address), start, bits);
};
