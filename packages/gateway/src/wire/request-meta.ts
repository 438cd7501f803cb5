import { AI_INVOCATION_KEY, type Json, type JsonObject, isJsonObject, own } from '@callgate/core';
import { CLIENT_CAPABILITIES_KEY, CLIENT_INFO_KEY, VERSION_KEY } from './eras.ts';

export const PROGRESS_TOKEN_KEY = 'progressToken';
export const LOG_LEVEL_KEY = 'io.modelcontextprotocol/logLevel';
export const RELATED_TASK_KEY = 'io.modelcontextprotocol/related-task';

const TRACE_PARENT = /^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;
const TRACE_STATE =
  /^[a-z0-9_*/@-]{1,256}=[\x21-\x2b\x2d-\x3c\x3e-\x7e]{0,256}(?:,[a-z0-9_*/@-]{1,256}=[\x21-\x2b\x2d-\x3c\x3e-\x7e]{0,256}){0,31}$/;
const MAX_TRACE_STATE = 512;

const isTraceParent = (value: Json): boolean => typeof value === 'string' && TRACE_PARENT.test(value);
const isTraceState = (value: Json): boolean =>
  typeof value === 'string' && value.length <= MAX_TRACE_STATE && TRACE_STATE.test(value);

/** What of a request's `_meta` may go on to a server. Free text may not: nobody has judged, seen or approved it. */
const PASSED: ReadonlyMap<string, (value: Json) => boolean> = new Map([
  ['traceparent', isTraceParent],
  ['tracestate', isTraceState],
]);

/** Read here and, where a server needs one, written anew for it. */
const OURS: ReadonlySet<string> = new Set([
  VERSION_KEY,
  CLIENT_CAPABILITIES_KEY,
  CLIENT_INFO_KEY,
  PROGRESS_TOKEN_KEY,
  LOG_LEVEL_KEY,
  RELATED_TASK_KEY,
  AI_INVOCATION_KEY,
  'dev.callgate/model',
]);

/** The `_meta` of a message or result; empty where there is none. */
export const metaIn = (object: JsonObject): JsonObject => {
  const meta = own(object, '_meta');
  return isJsonObject(meta) ? meta : NOTHING;
};

const NOTHING: JsonObject = Object.freeze(Object.create(null));

const passes = (key: string, value: Json | undefined): boolean =>
  value !== undefined && PASSED.get(key)?.(value) === true;

/** The part of a request's `_meta` that goes on to a server. */
export const passedMeta = (meta: JsonObject): JsonObject => {
  let passed: Record<string, Json> | undefined;
  for (const key of Object.keys(meta)) {
    const value = meta[key];
    if (value === undefined || !passes(key, value)) continue;
    passed ??= Object.create(null) as Record<string, Json>;
    passed[key] = value;
  }
  return passed ?? NOTHING;
};

/** What of it goes nowhere; for the record. */
export const droppedMeta = (meta: JsonObject): readonly string[] =>
  Object.keys(meta).filter((key) => !OURS.has(key) && !passes(key, meta[key]));
