import { type JsonObject, isJsonObject, own } from '@callgate/core';

export const PROGRESS_TOKEN_KEY = 'progressToken';
export const LOG_LEVEL_KEY = 'io.modelcontextprotocol/logLevel';
export const RELATED_TASK_KEY = 'io.modelcontextprotocol/related-task';

/** The only trace key that a server sees, and Callgate writes its value. */
export const TRACE_PARENT_KEY = 'traceparent';

const TRACE_PARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The `_meta` of a message or result; empty where there is none. */
export const metaIn = (object: JsonObject): JsonObject => {
  const meta = own(object, '_meta');
  return isJsonObject(meta) ? meta : NOTHING;
};

const NOTHING: JsonObject = Object.freeze(Object.create(null));

/** Whether a client traces its request. The values of its trace keys go nowhere: nobody judged or approved them. */
export const isTraced = (meta: JsonObject): boolean => {
  const parent = own(meta, TRACE_PARENT_KEY);
  return typeof parent === 'string' && TRACE_PARENT.test(parent);
};
