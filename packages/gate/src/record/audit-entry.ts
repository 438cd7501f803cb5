import type { JsonObject } from '@callgate/core';

/** What a row of the record tells of. The first ten are the states of a call. */
export const AUDIT_EVENT_NAMES = [
  'blocked',
  'held',
  'approved',
  'refused',
  'expired',
  'withdrawn',
  'dispatching',
  'done',
  'failed',
  'indeterminate',
  'vote',
  'settled',
  'grant',
  'grant-used',
  'grant-revoked',
  'heard',
  'task-ended',
  'context-ended',
  'declassified',
  'joined',
  'alert',
  'operator',
  'rerouted',
  'previewing',
  'previewed',
  'file-changes',
  'policy',
  'opened',
  'shadow',
  'activated',
  'evaluated',
] as const;

export type AuditEventName = (typeof AUDIT_EVENT_NAMES)[number];

/** The word of SEP-3004 for what became of an event. */
export type AuditEntryOutcome = 'allowed' | 'denied' | 'deferred' | 'error';

/** An entry to record; the store gives it its place in the chain. */
export interface AuditEntry {
  readonly event: AuditEventName;
  readonly outcome: AuditEntryOutcome;
  /** Subject of the principal that caused it. */
  readonly principal: string;
  /** `server/target`, or empty where no tool is concerned. */
  readonly tool: string;
  readonly call: string | null;
  /** Callgate's extension. */
  readonly detail: JsonObject;
}

/** A row as it is stored: canonical bytes, never written anew. */
export interface StoredEntry {
  /** From 1, without gaps. */
  readonly seq: number;
  /** Milliseconds since 1970; never less than the row before. */
  readonly at: number;
  readonly event: AuditEventName;
  readonly call: string | null;
  readonly bytes: Uint8Array;
  readonly hash: Uint8Array;
}

/** The end of the chain: the row that the next one refers to. */
export interface AuditLogHead {
  readonly seq: number;
  readonly at: number;
  readonly hash: Uint8Array;
}

/** The size and root of the record at one moment, signed. */
export interface Checkpoint {
  readonly size: number;
  /** Canonical bytes of what is signed. */
  readonly bytes: Uint8Array;
  readonly signature: Uint8Array;
}

/** Where rows are put. */
export interface AuditLogWriter {
  /** Puts a row at the end of the chain. */
  append(entry: AuditEntry): Promise<StoredEntry>;
  /** Keeps bytes that rows refer to by digest. Keeping them twice is keeping them once. */
  keep(digest: string, text: string): Promise<void>;
}
