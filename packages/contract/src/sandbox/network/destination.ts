import { isIP } from 'node:net';
import { CallgateError, display } from '@callgate/core';
import { sandboxErrors } from '@callgate/messages/errors/sandbox';

/** A host that may be reached, in the form in which it is compared. */
export interface NetworkDestination {
  /** A name in small letters, or an address without brackets. */
  readonly host: string;
  readonly port: number;
}

const NAME = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?$/u;

/** Undefined for what is not `host:port`. */
export const readDestination = (text: string): NetworkDestination | undefined => {
  const {
    name = '',
    address = '',
    port = '',
  } = /^(?:\[(?<address>[^\]]*)\]|(?<name>[^:]*)):(?<port>\d{1,5})$/u.exec(text.toLowerCase())?.groups ?? {};
  const host = (name || address).replace(/\.$/u, '');
  const number = Number(port);
  if (number < 1 || number > 65_535) return undefined;
  const isValid = address === '' ? isIP(host) === 4 || NAME.test(host) : isIP(host) === 6;
  return isValid ? { host, port: number } : undefined;
};

export const parseDestination = (text: string): NetworkDestination => {
  const destination = readDestination(text);
  if (destination === undefined)
    throw new CallgateError(sandboxErrors.destination({ text: `\`${display(text, { max: 120 })}\`` }));
  return destination;
};

export const isSameDestination = (one: NetworkDestination, other: NetworkDestination): boolean =>
  one.host === other.host && one.port === other.port;
