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
export { guard } from './guard.ts';
export type { Caller, GuardOptions } from './options.ts';
export type { AnyServer, FastServer, HighLevelServer, LowLevelServer } from './sdk/shapes.ts';
export { scopeOf } from './scope-of.ts';
export type { ReadKind, Scope } from './scope.ts';
export type { CallClass } from './call-class.ts';
export { keep } from './keep.ts';
export type { Kept, Power } from './keep.ts';
export type { FlowOrigin, FlowRule } from './flow.ts';
export type { Refusal, RefusalCode } from './refusal.ts';
export { FLOW_ORIGIN_KEY, GUARD_KEY, IDEMPOTENCY_KEY } from './keys.ts';
export { fileSink } from './audit/file-sink.ts';
export type { AuditSink } from './audit/sink.ts';
export type { AuditEvent, AuditOutcome } from './audit/event.ts';
export { verifyAudit } from './audit/verify.ts';
export type { AuditCheck } from './audit/verify.ts';
export { hintsOf } from './hints-of.ts';
export type { Declarations } from './declarations.ts';
