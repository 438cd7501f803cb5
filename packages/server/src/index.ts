/**
 * For authors of MCP servers: declares every hint where it survives, and keeps the server to what it declares.
 *
 * @example
 * import { fileSink, guard, scopeOf } from '@callgate/server';
 *
 * const server = guard(new McpServer({ name: 'notes', version: '1.0.0' }), manifest, { audit: fileSink('audit.jsonl') });
 *
 * @module
 */
export type { AuditEvent } from './audit/event.ts';
export type { AuditSink } from './audit/sink.ts';
export { fileSink } from './audit/file-sink.ts';
export { verifyAudit } from './audit/verify.ts';
export { guard } from './guard.ts';
export { hintsOf } from './hints-of.ts';
export { keep } from './keep.ts';
export { FLOW_ORIGIN_KEY, GUARD_KEY, IDEMPOTENCY_KEY } from './keys.ts';
export type { Caller, GuardOptions } from './options.ts';
export type { RefusalCode } from './refusal.ts';
export type { Scope } from './scope.ts';
export { scopeOf } from './scope-of.ts';
