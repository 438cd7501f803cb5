import { createHash } from 'node:crypto';
import type { JsonObject } from '@callgate/core';
import { canonical } from '@callgate/core';

export type AuditOutcome = 'allowed' | 'denied' | 'deferred' | 'error';

/** One line of the record, shaped as SEP-3004 says. */
export interface AuditEvent {
  readonly event_id: string;
  readonly occurred_at: string;
  readonly principal_id: string;
  /** `tools/call` before anything runs, `tools/result` after it ran. */
  readonly event_type: 'tools/call' | 'tools/result';
  readonly tool_name: string;
  readonly outcome: AuditOutcome;
  readonly extensions: JsonObject;
  readonly previous_hash: string;
  readonly event_hash: string;
}

export type AuditBody = Omit<AuditEvent, 'event_hash'>;

/** What the first line of a record comes after. */
export const NO_HASH: string = '0'.repeat(64);

export const hashEvent = (body: AuditBody): string =>
  createHash('sha256')
    .update(canonical({ ...body }))
    .digest('hex');

export const eventLine = (body: AuditBody): { readonly line: string; readonly hash: string } => {
  const hash = hashEvent(body);
  return { line: canonical({ ...body, event_hash: hash }), hash };
};
