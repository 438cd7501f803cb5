import { auditLogMessages } from '@callgate/messages/audit-log';
import { hashEntry, hashEntryInto } from '../record/chain-entry.ts';
import type { AuditLogHead, StoredEntry } from '../record/audit-entry.ts';
import type { ReadAheadEntry } from './read-ahead-batch.ts';
import { ENTRY_PART, EntryScanner } from '../record/entry-scanner.ts';

const texts = auditLogMessages.entry;

/** One thing that is wrong with a row. */
export interface EntryFault {
  readonly code: EntryFaultCode;
  readonly what: string;
}

export type EntryFaultCode =
  | 'ROW_SEQ'
  | 'ROW_BYTES'
  | 'ROW_COLUMN'
  | 'ROW_TIME'
  | 'ROW_PREVIOUS'
  | 'ROW_HASH';

const sameHash = (one: Uint8Array, other: Uint8Array): boolean => {
  if (one.length !== 32 || other.length !== 32) return false;
  for (let index = 0; index < 32; index += 1) if (one[index] !== other[index]) return false;
  return true;
};

export interface EntryCheck {
  readonly faults: readonly EntryFault[];
  /** The hash that the bytes have in their place. */
  readonly computed: Uint8Array;
}

const NO_FAULTS: readonly EntryFault[] = [];
const NO_HASH = new Uint8Array(0);

const isPlaced = ({ call }: StoredEntry, scan: EntryScanner): boolean =>
  call === null ? scan.isRaw(ENTRY_PART.call, 'null') : scan.isText(ENTRY_PART.call, call);

const columnsAgree = (row: StoredEntry, scan: EntryScanner): boolean =>
  scan.isRaw(ENTRY_PART.v, '1') &&
  scan.whole(ENTRY_PART.seq) === row.seq &&
  isPlaced(row, scan) &&
  scan.isText(ENTRY_PART.event, row.event) &&
  scan.at() === row.at;

const columnFaults = (row: StoredEntry, scan: EntryScanner): EntryFault[] => {
  const faults: EntryFault[] = [];
  const differs = (column: string): void => {
    faults.push({ code: 'ROW_COLUMN', what: texts.column({ column }) });
  };
  if (!scan.isRaw(ENTRY_PART.v, '1')) faults.push({ code: 'ROW_BYTES', what: texts.version });
  if (scan.whole(ENTRY_PART.seq) !== row.seq) differs('seq');
  if (!isPlaced(row, scan)) differs('call');
  if (!scan.isText(ENTRY_PART.event, row.event)) differs('event');
  if (scan.at() !== row.at) differs('time');
  return faults;
};

/**
 * Checks one row after the one before it: its place, its bytes, the columns beside them, its time and its hash.
 * `other` is a hash that the row may name as the one before it besides `previous.hash`. `scan` tells of the row
 * afterwards.
 */
export const checkEntry = (
  previous: AuditLogHead,
  row: ReadAheadEntry,
  scan: EntryScanner,
  other: Uint8Array = NO_HASH,
): EntryCheck => {
  if (
    row.seq === previous.seq + 1 &&
    row.at >= previous.at &&
    scan.scan(row.bytes) &&
    columnsAgree(row, scan) &&
    scan.isPreviousHash(previous.hash) &&
    (row.hashHolds === true || hashHolds(previous, row))
  )
    return { faults: NO_FAULTS, computed: row.hash };
  return faultyRow(previous, row, scan, other);
};

const computedHash = new Uint8Array(32);

const hashHolds = (previous: AuditLogHead, { seq, bytes, hash }: StoredEntry): boolean => {
  hashEntryInto(seq, previous.hash, bytes, computedHash);
  return sameHash(computedHash, hash);
};

/** Says everything that is wrong with a row. */
const faultyRow = (
  previous: AuditLogHead,
  row: StoredEntry,
  scan: EntryScanner,
  other: Uint8Array,
): EntryCheck => {
  const faults: EntryFault[] = [];
  if (row.seq !== previous.seq + 1)
    faults.push({ code: 'ROW_SEQ', what: texts.number({ previous: previous.seq, seq: row.seq }) });
  if (!(row.at >= previous.at)) faults.push({ code: 'ROW_TIME', what: texts.time });
  if (!scan.scan(row.bytes)) {
    const what = texts.bytes({ at: scan.stoppedAt });
    faults.push({ code: 'ROW_BYTES', what });
    if (!sameHash(hashEntry(previous.seq + 1, previous.hash, row.bytes), row.hash)) faults.push(WRONG_HASH);
    return { faults, computed: row.hash };
  }
  faults.push(...columnFaults(row, scan));
  const named = scan.isPreviousHash(previous.hash) ? previous.hash : scan.previousHash();
  if (named !== previous.hash && !scan.isPreviousHash(other))
    faults.push({ code: 'ROW_PREVIOUS', what: texts.previous });
  const seq = Number.isSafeInteger(row.seq) && row.seq > 0 ? row.seq : 0;
  const computed = hashEntry(seq, named ?? previous.hash, row.bytes);
  if (!sameHash(computed, row.hash)) faults.push(WRONG_HASH);
  return { faults, computed };
};

const WRONG_HASH: EntryFault = {
  code: 'ROW_HASH',
  what: texts.hash,
};

const shared = new EntryScanner();

/** What is wrong with a row that stands after `previous`; nothing where all is well. */
export const verifyEntry = (previous: AuditLogHead, row: StoredEntry): readonly EntryFault[] =>
  checkEntry(previous, row, shared).faults;
