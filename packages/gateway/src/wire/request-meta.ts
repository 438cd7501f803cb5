import { AI_INVOCATION_KEY, type Json, type JsonObject } from '@callgate/core';
import { CLIENT_CAPABILITIES_KEY, CLIENT_INFO_KEY, VERSION_KEY } from './eras.ts';

export const PROGRESS_TOKEN_KEY = 'progressToken';
export const LOG_LEVEL_KEY = 'io.modelcontextprotocol/logLevel';
export const RELATED_TASK_KEY = 'io.modelcontextprotocol/related-task';
export const FLOW_ORIGIN_KEY = 'io.modelcontextprotocol/flowOrigin';

/** UTF-16 units; twice what the trace context recommendation asks receivers to take. */
const MAX_TRACE_TEXT = 16_384;

const isTraceText = (value: Json): boolean => typeof value === 'string' && value.length <= MAX_TRACE_TEXT;
const isAnything = (): boolean => true;

/** What of a request's `_meta` may go on to a server. */
const PASSED: ReadonlyMap<string, (value: Json) => boolean> = new Map([
  ['traceparent', isTraceText],
  ['tracestate', isTraceText],
  ['baggage', isTraceText],
  [FLOW_ORIGIN_KEY, isAnything],
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
]);

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
