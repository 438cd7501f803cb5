import { SERVER_INFO } from '../receive/gateway-capabilities.ts';
import type { CallSpan, SpanAttributes } from './call-spans.ts';

const KIND = { internal: 1, server: 2, client: 3 } as const;
const ERROR = 2;

const listAttributes = (attributes: SpanAttributes): readonly object[] =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value:
      typeof value === 'string'
        ? { stringValue: value }
        : typeof value === 'boolean'
          ? { boolValue: value }
          : { intValue: String(value) },
  }));

const nano = (ms: number): string => `${Math.round(ms)}000000`;

/** Spans as OTLP writes them in JSON. */
export const otlpBody = (spans: readonly CallSpan[], service: string): string =>
  JSON.stringify({
    resourceSpans: [
      {
        resource: {
          attributes: listAttributes({
            'service.name': service,
            'service.version': String(SERVER_INFO['version']),
          }),
        },
        scopeSpans: [
          {
            scope: { name: 'callgate', version: String(SERVER_INFO['version']) },
            spans: spans.map((span) => ({
              traceId: span.traceId,
              spanId: span.spanId,
              ...(span.parent === undefined ? {} : { parentSpanId: span.parent }),
              name: span.name,
              kind: KIND[span.kind],
              startTimeUnixNano: nano(span.from),
              endTimeUnixNano: nano(span.until),
              attributes: listAttributes(span.attributes),
              ...(span.link === undefined ? {} : { links: [span.link] }),
              ...(span.error === undefined ? {} : { status: { code: ERROR, message: span.error } }),
            })),
          },
        ],
      },
    ],
  });
