import { isUtf8 } from 'node:buffer';
import type { JsonObject } from '@callgate/core';
import { getOwn } from '@callgate/core';
import type { RequestHead } from '@callgate/http';
import { agentMessages } from '@callgate/messages/agent';
import { MODERN_VERSIONS } from '../../wire/eras.ts';
import type { RequestMessage, RpcError } from '../../wire/json-rpc.ts';
import { HEADER_MISMATCH } from '../../wire/json-rpc.ts';
import type { ModernEnvelope } from '../../wire/request-meta.ts';
import { hasEnvelope, readEnvelopeMeta, unsupportedVersion } from '../../wire/request-meta.ts';

/** The member of the params that the `Mcp-Name` header repeats. */
const NAMED_BY: ReadonlyMap<string, string> = new Map([
  ['tools/call', 'name'],
  ['prompts/get', 'name'],
  ['resources/read', 'uri'],
  ['tasks/get', 'taskId'],
  ['tasks/update', 'taskId'],
  ['tasks/cancel', 'taskId'],
]);

export const isModernVersion = (version: string | undefined): boolean =>
  version !== undefined && MODERN_VERSIONS.includes(version);

/** The envelope of a modern request, what is wrong with it, or null where the request is of the legacy era. */
export const readModernRequest = (
  head: RequestHead,
  message: RequestMessage,
): ModernEnvelope | RpcError | null => {
  const { method, params } = message;
  const byHeader = isModernVersion(head.version);
  if (!hasEnvelope(params)) {
    if (!byHeader) return null;
    return method === 'initialize' ? mismatch('MCP-Protocol-Version') : readEnvelopeMeta(params);
  }
  const envelope = readEnvelopeMeta(params);
  const unsupported = 'code' in envelope ? envelope : unsupportedVersion(envelope.version);
  // `initialize` is of the legacy era unless its envelope is whole.
  if (method === 'initialize' && unsupported !== null)
    return byHeader ? mismatch('MCP-Protocol-Version') : null;
  if ('code' in envelope) return envelope;
  if (head.version !== undefined && head.version !== envelope.version)
    return mismatch('MCP-Protocol-Version');
  if (head.method !== undefined && head.method !== method) return mismatch('Mcp-Method');
  if (unsupported !== null) return unsupported;
  if (head.version === undefined) return mismatch('MCP-Protocol-Version');
  if (head.method === undefined) return mismatch('Mcp-Method');
  return isNameConsistent(head.name, method, params) ? envelope : mismatch('Mcp-Name');
};

const isNameConsistent = (header: string | undefined, method: string, params: JsonObject): boolean => {
  const member = NAMED_BY.get(method);
  if (member === undefined) return true;
  const named = getOwn(params, member);
  if (typeof named !== 'string') return header === undefined;
  return header !== undefined && (header === named ? !ENCODED.test(header) : decodeHeader(header) === named);
};

const ENCODED = /^=\?base64\?(.*)\?=$/s;

/** Undefined where it is not written in the one right way. */
export const decodeHeader = (header: string): string | undefined => {
  const [, base64] = ENCODED.exec(header) ?? [];
  if (base64 === undefined) return header;
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64') === base64 && isUtf8(bytes) ? bytes.toString('utf8') : undefined;
};

const mismatch = (header: string): RpcError => ({
  code: HEADER_MISMATCH,
  message: agentMessages.params.headerDiffers({ header }),
});
