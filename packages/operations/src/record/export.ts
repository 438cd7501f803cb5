import type { RowDisclosure } from '@callgate/gate/audit';
import type { RecordRow } from '@callgate/gate/record';
import type { Reader } from '@callgate/gate/store';
import { CSV_HEAD, Disclosures, csvLine, csvRow, jsonLine, selectRows } from '@callgate/gate/audit';
import type { FileToSend } from '../api/operation.ts';
import type { RecordFilter } from '../api/record.ts';
import { callFilter } from './call.ts';

const FULL = 64 * 1024;

type Format = 'jsonl' | 'csv';

interface Form {
  readonly type: string;
  readonly head: string;
  readonly line: (row: RecordRow, disclosure?: RowDisclosure) => string;
  readonly end: string;
}

const FORMATS: Readonly<Record<Format, Form>> = {
  jsonl: { type: 'application/x-ndjson', head: '', line: jsonLine, end: '\n' },
  csv: { type: 'text/csv; charset=utf-8', head: `${csvLine(CSV_HEAD)}\r\n`, line: csvRow, end: '\r\n' },
};

async function* chunksOf(read: Reader, format: Format, filter: RecordFilter): AsyncGenerator<string> {
  const { head, line, end } = FORMATS[format];
  const disclosures = new Disclosures(read);
  let kept = head;
  for await (const row of selectRows(read, callFilter(filter))) {
    kept += `${line(row, await disclosures.of(row))}${end}`;
    if (kept.length < FULL) continue;
    yield kept;
    kept = '';
  }
  if (kept !== '') yield kept;
}

/** Rows as a file that is written while it is read. */
export const exportFile = (read: Reader, format: Format, filter: RecordFilter, now: number): FileToSend => ({
  name: `callgate-record-${new Date(now).toISOString().slice(0, 10)}.${format}`,
  type: FORMATS[format].type,
  chunks: chunksOf(read, format, filter),
});
