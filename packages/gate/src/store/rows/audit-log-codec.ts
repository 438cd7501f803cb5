import { storedRecordMessages } from '@callgate/messages/stored-record';
import { EMPTY_LOG_HEAD } from '../../record/chain-entry.ts';
import type { Checkpoint, AuditLogHead, StoredEntry } from '../../record/audit-entry.ts';
import { AUDIT_EVENT_NAMES } from '../../record/audit-entry.ts';
import { ColumnReader } from './column-reader.ts';
import type { SqlRow } from './sql-row.ts';

export const HEAD_QUERY = 'SELECT seq, at, hash FROM record ORDER BY seq DESC LIMIT 1';

/** The end of the record; that of an empty one where there is no row. */
export const readLogHead = (row: SqlRow | undefined): AuditLogHead => {
  if (row === undefined) return EMPTY_LOG_HEAD;
  const from = new ColumnReader(row, storedRecordMessages.lastEntry);
  return { seq: from.whole('seq'), at: from.whole('at'), hash: from.bytes('hash') };
};

export const readStoredEntry = (row: SqlRow): StoredEntry => {
  const from = new ColumnReader(row, storedRecordMessages.entry({ seq: String(row['seq']) }));
  return {
    seq: from.whole('seq'),
    at: from.whole('at'),
    event: from.oneOf('event', AUDIT_EVENT_NAMES),
    call: from.textOrNull('call'),
    bytes: from.bytes('bytes'),
    hash: from.bytes('hash'),
  };
};

export const readStoredCheckpoint = (row: SqlRow): Checkpoint => {
  const from = new ColumnReader(row, storedRecordMessages.checkpoint({ size: String(row['size']) }));
  return { size: from.whole('size'), bytes: from.bytes('bytes'), signature: from.bytes('signature') };
};
