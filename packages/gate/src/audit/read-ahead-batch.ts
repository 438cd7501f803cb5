import { hashEntryInto } from '../record/chain-entry.ts';
import { AUDIT_EVENT_NAMES, type AuditLogHead, type StoredEntry } from '../record/audit-entry.ts';

/** A row that another thread has read. */
export interface ReadAheadEntry extends StoredEntry {
  /** Its hash is that of its bytes after the hash that is stored with the row before it. */
  readonly hashHolds?: boolean;
}

/** Rows in a form that goes from one thread to another without being copied. */
export interface EntryBatch {
  readonly seqs: Float64Array;
  readonly ats: Float64Array;
  /** Places in `RECORD_EVENTS`. */
  readonly events: Uint8Array;
  readonly calls: readonly (string | null)[];
  /** Where the bytes of each row end; they start where those before end. */
  readonly ends: Float64Array;
  readonly bytes: Uint8Array;
  readonly hashes: Uint8Array;
  readonly holds: Uint8Array;
}

const EVENT_AT: ReadonlyMap<string, number> = new Map(AUDIT_EVENT_NAMES.map((event, at) => [event, at]));
const WIDTH = 32;
const computed = new Uint8Array(WIDTH);

const isSame = (one: Uint8Array, other: Uint8Array): boolean => {
  for (let at = 0; at < WIDTH; at += 1) if (one[at] !== other[at]) return false;
  return true;
};

/** Packs rows that stand after `previous`; undefined where one of them is too odd for it. */
export const packEntries = (previous: AuditLogHead, rows: readonly StoredEntry[]): EntryBatch | undefined => {
  const count = rows.length;
  let size = 0;
  for (const row of rows) size += row.bytes.length;
  const batch: EntryBatch = {
    seqs: new Float64Array(count),
    ats: new Float64Array(count),
    events: new Uint8Array(count),
    calls: rows.map(({ call }) => call),
    ends: new Float64Array(count),
    bytes: new Uint8Array(size),
    hashes: new Uint8Array(count * WIDTH),
    holds: new Uint8Array(count),
  };
  let end = 0;
  let before = previous.hash;
  for (let at = 0; at < count; at += 1) {
    const row = rows[at];
    const place = row === undefined ? undefined : EVENT_AT.get(row.event);
    if (row === undefined || place === undefined || row.hash.length !== WIDTH || !(row.seq > 0))
      return undefined;
    batch.bytes.set(row.bytes, end);
    end += row.bytes.length;
    batch.seqs[at] = row.seq;
    batch.ats[at] = row.at;
    batch.events[at] = place;
    batch.ends[at] = end;
    batch.hashes.set(row.hash, at * WIDTH);
    hashEntryInto(row.seq, before, row.bytes, computed);
    batch.holds[at] = isSame(computed, row.hash) ? 1 : 0;
    before = row.hash;
  }
  return batch;
};

export const unpackEntries = (batch: EntryBatch): readonly ReadAheadEntry[] => {
  const { buffer } = batch.bytes;
  const rows: ReadAheadEntry[] = [];
  let from = 0;
  for (let at = 0; at < batch.seqs.length; at += 1) {
    const end = batch.ends[at] ?? from;
    const event = AUDIT_EVENT_NAMES[batch.events[at] ?? 0];
    if (event === undefined) break;
    rows.push({
      seq: batch.seqs[at] ?? 0,
      at: batch.ats[at] ?? 0,
      event,
      call: batch.calls[at] ?? null,
      bytes: new Uint8Array(buffer, from, end - from),
      hash: new Uint8Array(batch.hashes.buffer, at * WIDTH, WIDTH),
      hashHolds: batch.holds[at] === 1,
    });
    from = end;
  }
  return rows;
};

/** What goes over with a batch instead of being copied. */
export const listBatchBuffers = ({
  seqs,
  ats,
  events,
  ends,
  bytes,
  hashes,
  holds,
}: EntryBatch): ArrayBuffer[] =>
  [seqs, ats, events, ends, bytes, hashes, holds].flatMap(({ buffer }) =>
    buffer instanceof ArrayBuffer ? [buffer] : [],
  );
