import type { JsonObject } from '@callgate/core';

/** What a row of the record tells of. The first ten are the states of a call. */
export const RECORD_EVENTS = [
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
  'policy',
  'opened',
] as const;

export type RecordEvent = (typeof RECORD_EVENTS)[number];

/** The word of SEP-3004 for what became of an event. */
export type RecordOutcome = 'allowed' | 'denied' | 'deferred' | 'error';

/** What somebody wants recorded; the store gives it its place in the chain. */
export interface RecordEntry {
  readonly event: RecordEvent;
  readonly outcome: RecordOutcome;
  /** Subject of whoever caused it. */
  readonly principal: string;
  /** `server/target`, or empty where no tool is concerned. */
  readonly tool: string;
  readonly call: string | null;
  /** Callgate's extension. */
  readonly detail: JsonObject;
}

/** A row as it is stored: canonical bytes, never written anew. */
export interface RecordRow {
  /** From 1, without gaps. */
  readonly seq: number;
  /** Milliseconds since 1970; never less than the row before. */
  readonly at: number;
  readonly event: RecordEvent;
  readonly call: string | null;
  readonly bytes: Uint8Array;
  readonly hash: Uint8Array;
}

/** The end of the chain: the row that the next one refers to. */
export interface RecordHead {
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
export interface RecordWriter {
  /** Puts a row at the end of the chain. */
  append(entry: RecordEntry): Promise<RecordRow>;
  /** Keeps bytes that rows refer to by digest. Keeping them twice is keeping them once. */
  keep(digest: string, text: string): Promise<void>;
}
