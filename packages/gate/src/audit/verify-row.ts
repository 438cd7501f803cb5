import { rowHash, rowHashInto } from '../record/chain.ts';
import type { RecordHead, RecordRow } from '../record/entry.ts';
import type { AheadRow } from './read-ahead-batch.ts';
import { PART, RowScan } from '../record/scan-row.ts';

/** One thing that is wrong with a row. */
export interface RowFault {
  readonly code: RowFaultCode;
  readonly what: string;
}

export type RowFaultCode = 'ROW_SEQ' | 'ROW_BYTES' | 'ROW_COLUMN' | 'ROW_TIME' | 'ROW_PREVIOUS' | 'ROW_HASH';

const sameHash = (one: Uint8Array, other: Uint8Array): boolean => {
  if (one.length !== 32 || other.length !== 32) return false;
  for (let index = 0; index < 32; index += 1) if (one[index] !== other[index]) return false;
  return true;
};

export interface CheckedRow {
  readonly faults: readonly RowFault[];
  /** The hash that the bytes have in their place. */
  readonly computed: Uint8Array;
}

const NO_FAULTS: readonly RowFault[] = [];
const NO_HASH = new Uint8Array(0);

const isPlaced = ({ call }: RecordRow, scan: RowScan): boolean =>
  call === null ? scan.isRaw(PART.call, 'null') : scan.isText(PART.call, call);

const columnsAgree = (row: RecordRow, scan: RowScan): boolean =>
  scan.isRaw(PART.v, '1') &&
  scan.whole(PART.seq) === row.seq &&
  isPlaced(row, scan) &&
  scan.isText(PART.event, row.event) &&
  scan.at() === row.at;

const columnFaults = (row: RecordRow, scan: RowScan): RowFault[] => {
  const faults: RowFault[] = [];
  const differs = (column: string): void => {
    faults.push({ code: 'ROW_COLUMN', what: `its bytes say another ${column} than the column beside them` });
  };
  if (!scan.isRaw(PART.v, '1')) faults.push({ code: 'ROW_BYTES', what: 'it is not of version 1' });
  if (scan.whole(PART.seq) !== row.seq) differs('seq');
  if (!isPlaced(row, scan)) differs('call');
  if (!scan.isText(PART.event, row.event)) differs('event');
  if (scan.at() !== row.at) differs('time');
  return faults;
};

/**
 * Checks one row after the one before it: its place, its bytes, the columns beside them, its time and its hash.
 * `other` is a hash that the row may name as the one before it besides `previous.hash`. `scan` tells of the row
 * afterwards.
 */
export const checkRow = (
  previous: RecordHead,
  row: AheadRow,
  scan: RowScan,
  other: Uint8Array = NO_HASH,
): CheckedRow => {
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

const hashHolds = (previous: RecordHead, { seq, bytes, hash }: RecordRow): boolean => {
  rowHashInto(seq, previous.hash, bytes, computedHash);
  return sameHash(computedHash, hash);
};

/** Says everything that is wrong with a row. */
const faultyRow = (previous: RecordHead, row: RecordRow, scan: RowScan, other: Uint8Array): CheckedRow => {
  const faults: RowFault[] = [];
  if (row.seq !== previous.seq + 1)
    faults.push({ code: 'ROW_SEQ', what: `it stands after row ${previous.seq} but is numbered ${row.seq}` });
  if (!(row.at >= previous.at))
    faults.push({ code: 'ROW_TIME', what: 'it is earlier than the row before it' });
  if (!scan.scan(row.bytes)) {
    const what = `its bytes are not a canonical row from byte ${scan.stoppedAt} on`;
    faults.push({ code: 'ROW_BYTES', what });
    if (!sameHash(rowHash(previous.seq + 1, previous.hash, row.bytes), row.hash)) faults.push(WRONG_HASH);
    return { faults, computed: row.hash };
  }
  faults.push(...columnFaults(row, scan));
  const named = scan.isPreviousHash(previous.hash) ? previous.hash : scan.previousHash();
  if (named !== previous.hash && !scan.isPreviousHash(other))
    faults.push({ code: 'ROW_PREVIOUS', what: 'it names another row before it than the one that is there' });
  const seq = Number.isSafeInteger(row.seq) && row.seq > 0 ? row.seq : 0;
  const computed = rowHash(seq, named ?? previous.hash, row.bytes);
  if (!sameHash(computed, row.hash)) faults.push(WRONG_HASH);
  return { faults, computed };
};

const WRONG_HASH: RowFault = {
  code: 'ROW_HASH',
  what: 'its bytes and its hash do not belong together: one of them was changed',
};

const shared = new RowScan();

/** What is wrong with a row that stands after `previous`; nothing where all is well. */
export const verifyRow = (previous: RecordHead, row: RecordRow): readonly RowFault[] =>
  checkRow(previous, row, shared).faults;
