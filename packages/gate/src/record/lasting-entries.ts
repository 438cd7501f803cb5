import type { Hash } from 'node:crypto';
import { createHash } from 'node:crypto';
import type { AuditEventName, StoredEntry } from './audit-entry.ts';

/** What grants are. */
export const LASTING_EVENTS: readonly AuditEventName[] = ['grant', 'grant-used', 'grant-revoked'];
/** What entries of no call tell that is no longer in force. */
export const PASSING_EVENTS: readonly AuditEventName[] = [
  'heard',
  'task-ended',
  'context-ended',
  'joined',
  'shadow',
  'evaluated',
];

const lasting: ReadonlySet<string> = new Set(LASTING_EVENTS);
const passing: ReadonlySet<string> = new Set(PASSING_EVENTS);

/** Whether an entry stays in the store when it is archived: grants, and what operators did. */
const isLasting = ({ event, call }: Pick<StoredEntry, 'event' | 'call'>): boolean =>
  lasting.has(event) || (call === null && !passing.has(event));

/** Which entries of a span stay in the store, as a digest of their numbers. */
export class LastingEntries {
  readonly from: number;
  readonly to: number;
  readonly #hash: Hash = createHash('sha256');

  constructor({ from, to }: { readonly from: number; readonly to: number }) {
    this.from = from;
    this.to = to;
  }

  follow(row: Pick<StoredEntry, 'seq' | 'event' | 'call'>): void {
    if (row.seq < this.from || row.seq > this.to || !isLasting(row)) return;
    this.#hash.update(`${row.seq}\n`);
  }

  /** Once, at the end. */
  digest(): string {
    return this.#hash.digest('hex');
  }
}
