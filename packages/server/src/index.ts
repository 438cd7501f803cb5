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
export type { AuditEvent } from './audit/audit-event.ts';
export type { AuditSink } from './audit/audit-chain.ts';
export { fileSink } from './audit/file-sink.ts';
export { verifyAudit } from './audit/verify-audit.ts';
export { guard } from './guard.ts';
export { hintsOf } from './calls/declarations.ts';
export { keep } from './calls/call-scope.ts';
export { FLOW_ORIGIN_KEY, GUARD_KEY, IDEMPOTENCY_KEY } from './calls/keys.ts';
export type { GuardCaller, GuardOptions } from './calls/guard-options.ts';
export type { RefusalCode } from './calls/guard-refusal.ts';
export type { CallScope } from './calls/call-scope.ts';
export { scopeOf } from './calls/call-scope.ts';
