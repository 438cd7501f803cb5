import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject, getOwn } from '@callgate/core';
import { objectAt, objectsIn, textAt } from './call-result.ts';

/** A span as far as it matters here. */
export interface OtelSpan {
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

/** 64-bit numbers are texts in OTLP's JSON; some writers make numbers of them all the same. */
const nanosAt = (object: JsonObject, key: string): bigint => {
  const value = getOwn(object, key);
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
    const value = getOwn(wrapped, key);
    if (value !== undefined) return value;
  }
  const int = getOwn(wrapped, 'intValue');
  if (int !== undefined) return intOf(int);
  if (Object.hasOwn(wrapped, 'arrayValue')) {
    const values = getOwn(objectAt(wrapped, 'arrayValue') ?? {}, 'values');
    return Array.isArray(values) ? values.map((item: Json) => plainValue(item)) : [];
  }
  if (Object.hasOwn(wrapped, 'kvlistValue'))
    return Object.fromEntries(attributesOf(getOwn(objectAt(wrapped, 'kvlistValue') ?? {}, 'values')));
  return null;
};

const attributesOf = (list: Json | undefined): Map<string, Json> =>
  new Map(objectsIn(list).map((entry) => [textAt(entry, 'key') ?? '', plainValue(getOwn(entry, 'value'))]));

const isError = (status: JsonObject): boolean => {
  const code = getOwn(status, 'code');
  return code === 2 || code === 'STATUS_CODE_ERROR';
};

const spanOf = (span: JsonObject): OtelSpan => {
  const status = objectAt(span, 'status') ?? {};
  return {
    trace: textAt(span, 'traceId') ?? '',
    id: textAt(span, 'spanId') ?? '',
    parent: textAt(span, 'parentSpanId') ?? '',
    start: nanosAt(span, 'startTimeUnixNano'),
    end: nanosAt(span, 'endTimeUnixNano'),
    attributes: attributesOf(getOwn(span, 'attributes')),
    failed: isError(status),
    statusMessage: textAt(status, 'message') ?? '',
  };
};

export const isOtlp = (content: Json): content is JsonObject =>
  isJsonObject(content) && Array.isArray(getOwn(content, 'resourceSpans'));

export const readOtlpSpans = (content: JsonObject): OtelSpan[] =>
  objectsIn(getOwn(content, 'resourceSpans'))
    .flatMap((resource) => {
      const spans = getOwn(resource, 'scopeSpans');
      return objectsIn(Array.isArray(spans) ? spans : getOwn(resource, 'instrumentationLibrarySpans'));
    })
    .flatMap((scope) => objectsIn(getOwn(scope, 'spans')))
    .map(spanOf);
