import type { JsonObject } from '@callgate/core';
import { isJsonObject, getOwn } from '@callgate/core';
import { agentMessages } from '@callgate/messages/agent';
import { CLIENT_CAPABILITIES_KEY, CLIENT_INFO_KEY, MODERN_VERSIONS, VERSION_KEY } from './eras.ts';
import type { RpcError } from './json-rpc.ts';
import { INVALID_PARAMS } from './json-rpc.ts';

const texts = agentMessages.message;

export const PROGRESS_TOKEN_KEY = 'progressToken';
export const LOG_LEVEL_KEY = 'io.modelcontextprotocol/logLevel';
export const RELATED_TASK_KEY = 'io.modelcontextprotocol/related-task';

/** The only trace key that a server sees, and Callgate writes its value. */
export const TRACE_PARENT_KEY = 'traceparent';

const TRACE_PARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The `_meta` of a message or result; empty where there is none. */
export const metaOrEmpty = (object: JsonObject): JsonObject => {
  const meta = getOwn(object, '_meta');
  return isJsonObject(meta) ? meta : NOTHING;
};

const NOTHING: JsonObject = Object.freeze(Object.create(null));

/** Whether a client traces its request. The values of its trace keys go nowhere: nobody judged or approved them. */
export const isTraced = (meta: JsonObject): boolean => {
  const parent = getOwn(meta, TRACE_PARENT_KEY);
  return typeof parent === 'string' && TRACE_PARENT.test(parent);
};

/** Of the 2026-07-28 era; its data has `requested` and `supported`. */
export const UNSUPPORTED_VERSION = -32022;

/** What a request of the modern era says about its sender. Every one has to. */
export interface ModernEnvelope {
  readonly version: string;
  readonly capabilities: JsonObject;
  readonly info: JsonObject | null;
}

export const metaOf = (params: JsonObject): JsonObject | null => {
  const meta = getOwn(params, '_meta');
  return isJsonObject(meta) ? meta : null;
};

/** Whether a message names its protocol version, as every message of the modern era does and no other. */
export const hasEnvelope = (params: JsonObject): boolean => {
  const meta = metaOf(params);
  return meta !== null && Object.hasOwn(meta, VERSION_KEY);
};

/** Whether the version is one that is served is another question: `unsupportedVersion`. */
export const readEnvelopeMeta = (params: JsonObject): ModernEnvelope | RpcError => {
  const meta = metaOf(params);
  if (meta === null) return missingMemberError('_meta');
  const version = getOwn(meta, VERSION_KEY);
  if (typeof version !== 'string') return missingMemberError(`_meta["${VERSION_KEY}"]`);
  const capabilities = getOwn(meta, CLIENT_CAPABILITIES_KEY);
  if (!isJsonObject(capabilities)) return missingMemberError(`_meta["${CLIENT_CAPABILITIES_KEY}"]`);
  const info = getOwn(meta, CLIENT_INFO_KEY) ?? null;
  if (info !== null && !isJsonObject(info)) {
    return { code: INVALID_PARAMS, message: texts.metaNotObject({ key: CLIENT_INFO_KEY }) };
  }
  return { version, capabilities, info };
};

export const unsupportedVersion = (requested: string): RpcError | null =>
  MODERN_VERSIONS.includes(requested)
    ? null
    : {
        code: UNSUPPORTED_VERSION,
        message: texts.versionUnknown,
        data: { requested, supported: MODERN_VERSIONS },
      };

const missingMemberError = (what: string): RpcError => ({
  code: INVALID_PARAMS,
  message: texts.metaMissing({ member: what }),
});

/** What the client calls itself; null where it does not say. */
export const clientName = ({ info }: { readonly info: JsonObject | null }): string | null => {
  const name = info === null ? undefined : getOwn(info, 'name');
  return typeof name === 'string' ? name : null;
};
