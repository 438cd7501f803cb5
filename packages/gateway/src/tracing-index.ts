/**
 * What a gateway does, as spans for OpenTelemetry. Loaded where a configuration has `tracing`.
 *
 * @module
 */
export { traceparentOf } from './dispatch/trace.ts';
export { GatewayTracing } from './tracing/gateway-tracing.ts';
export type { SpanDeliveryOptions } from './tracing/gateway-tracing.ts';
