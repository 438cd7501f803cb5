import { CallgateError, display } from '@callgate/core';
import { upstreamErrors } from '@callgate/messages/errors/upstream';

/** Names that the transport writes itself; an operator's header must not change what a request is. */
const TRANSPORT_HEADERS: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'last-event-id',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'mcp-session-id',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const VALUE = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;

/** The operator's headers as a flat list of names and values. Never shows a value: it may be a secret. */
export const operatorHeaders = (headers: Readonly<Record<string, string>>): readonly string[] => {
  const seen = new Set<string>();
  return Object.entries(headers).flatMap(([name, value]) => {
    const plain = name.toLowerCase();
    if (
      !TOKEN.test(name) ||
      TRANSPORT_HEADERS.has(plain) ||
      plain.startsWith('mcp-param-') ||
      seen.has(plain)
    ) {
      throw new CallgateError(upstreamErrors.headerName({ name: display(name, { max: 80 }) }));
    }
    seen.add(plain);
    if (!VALUE.test(value)) {
      throw new CallgateError(upstreamErrors.headerValue({ name }));
    }
    return [name, value];
  });
};

const PLAIN_VALUE = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;
const SENTINEL = /^=\?base64\?.*\?=$/s;

/** A value as `Mcp-Name` and `Mcp-Param-*` carry it: as it is where that is safe, otherwise in base64. */
export const encodeHeaderValue = (value: string): string =>
  PLAIN_VALUE.test(value) && !SENTINEL.test(value)
    ? value
    : `=?base64?${Buffer.from(value, 'utf8').toString('base64')}?=`;

const SESSION_ID = /^[\x21-\x7e]{1,1024}$/;

export const isSessionId = (value: unknown): value is string =>
  typeof value === 'string' && SESSION_ID.test(value);
