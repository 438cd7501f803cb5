import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject, own } from '@callgate/core';

/** A span as far as it matters here. */
export interface Span {
  readonly trace: string;
  readonly id: string;
  readonly parent: string;
  /** Nanoseconds since 1970. */
  readonly start: bigint;
  readonly end: bigint;
  readonly attributes: ReadonlyMap<string, Json>;
  readonly failed: boolean;
  readonly statusMessage: string;
}

const listAt = (object: JsonObject, ...keys: readonly string[]): readonly JsonObject[] => {
  for (const key of keys) {
    const value = own(object, key);
    if (Array.isArray(value)) return value.filter((item: Json) => isJsonObject(item));
  }
  return [];
};

const objectAt = (object: JsonObject, key: string): JsonObject => {
  const value = own(object, key);
  return value !== undefined && isJsonObject(value) ? value : {};
};

const textAt = (object: JsonObject, key: string): string => {
  const value = own(object, key);
  return typeof value === 'string' ? value : '';
};

/** 64-bit numbers are texts in OTLP's JSON; some writers make numbers of them all the same. */
const nanosAt = (object: JsonObject, key: string): bigint => {
  const value = own(object, key);
  if (typeof value === 'string' && /^\d{1,20}$/.test(value)) return BigInt(value);
  return typeof value === 'number' && Number.isSafeInteger(Math.trunc(value))
    ? BigInt(Math.trunc(value))
    : 0n;
};

const intOf = (value: Json): Json => {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : value;
};

/** The plain value that one of OTLP's wrapped values stands for. */
const plainValue = (wrapped: Json | undefined): Json => {
  if (wrapped === undefined || !isJsonObject(wrapped)) return null;
  for (const key of ['stringValue', 'boolValue', 'doubleValue', 'bytesValue']) {
    const value = own(wrapped, key);
    if (value !== undefined) return value;
  }
  const int = own(wrapped, 'intValue');
  if (int !== undefined) return intOf(int);
  if (Object.hasOwn(wrapped, 'arrayValue')) {
    const values = own(objectAt(wrapped, 'arrayValue'), 'values');
    return Array.isArray(values) ? values.map((item: Json) => plainValue(item)) : [];
  }
  if (Object.hasOwn(wrapped, 'kvlistValue'))
    return Object.fromEntries(attributesOf(listAt(objectAt(wrapped, 'kvlistValue'), 'values')));
  return null;
};

const attributesOf = (list: readonly JsonObject[]): Map<string, Json> =>
  new Map(list.map((entry) => [textAt(entry, 'key'), plainValue(own(entry, 'value'))]));

const isError = (status: JsonObject): boolean => {
  const code = own(status, 'code');
  return code === 2 || code === 'STATUS_CODE_ERROR';
};

const spanOf = (span: JsonObject): Span => {
  const status = objectAt(span, 'status');
  return {
    trace: textAt(span, 'traceId'),
    id: textAt(span, 'spanId'),
    parent: textAt(span, 'parentSpanId'),
    start: nanosAt(span, 'startTimeUnixNano'),
    end: nanosAt(span, 'endTimeUnixNano'),
    attributes: attributesOf(listAt(span, 'attributes')),
    failed: isError(status),
    statusMessage: textAt(status, 'message'),
  };
};

export const isOtlp = (content: Json): content is JsonObject =>
  isJsonObject(content) && Array.isArray(own(content, 'resourceSpans'));

/** The spans of one OTLP export in JSON. */
export const spansIn = (content: JsonObject): Span[] =>
  listAt(content, 'resourceSpans')
    .flatMap((resource) => listAt(resource, 'scopeSpans', 'instrumentationLibrarySpans'))
    .flatMap((scope) => listAt(scope, 'spans'))
    .map(spanOf);
