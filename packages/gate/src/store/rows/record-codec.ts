import { NO_ROWS } from '../../record/chain.ts';
import type { Checkpoint, RecordHead, RecordRow } from '../../record/entry.ts';
import { RECORD_EVENTS } from '../../record/entry.ts';
import { Columns } from './columns.ts';
import type { Row } from './row.ts';

export const HEAD = 'SELECT seq, at, hash FROM record ORDER BY seq DESC LIMIT 1';

/** The end of the record; that of an empty one where there is no row. */
export const readHead = (row: Row | undefined): RecordHead => {
  if (row === undefined) return NO_ROWS;
  const from = new Columns(row, 'the last row of the record');
  return { seq: from.whole('seq'), at: from.whole('at'), hash: from.bytes('hash') };
};

export const readRecordRow = (row: Row): RecordRow => {
  const from = new Columns(row, `row ${String(row['seq'])} of the record`);
  return {
    seq: from.whole('seq'),
    at: from.whole('at'),
    event: from.oneOf('event', RECORD_EVENTS),
    call: from.textOrNull('call'),
    bytes: from.bytes('bytes'),
    hash: from.bytes('hash'),
  };
};

export const readCheckpoint = (row: Row): Checkpoint => {
  const from = new Columns(row, `checkpoint ${String(row['size'])}`);
  return { size: from.whole('size'), bytes: from.bytes('bytes'), signature: from.bytes('signature') };
};
