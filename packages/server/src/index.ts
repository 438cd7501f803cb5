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
export type { AuditSink } from './audit/chain.ts';
export { fileSink } from './audit/file-sink.ts';
export { verifyAudit } from './audit/verify.ts';
export { guard } from './guard.ts';
export { hintsOf } from './desk/declarations.ts';
export { keep } from './desk/scope.ts';
export { FLOW_ORIGIN_KEY, GUARD_KEY, IDEMPOTENCY_KEY } from './desk/keys.ts';
export type { Caller, GuardOptions } from './desk/options.ts';
export type { RefusalCode } from './desk/refusal.ts';
export type { Scope } from './desk/scope.ts';
export { scopeOf } from './desk/scope.ts';
