import type { EntryDisclosure } from '@callgate/gate/audit';
import type { StoredEntry } from '@callgate/gate/record';
import type { StoreReader } from '@callgate/gate/store';
import {
  CSV_HEAD,
  DisclosureReader,
  csvLine,
  formatEntryCsv,
  formatEntryJson,
  selectEntries,
} from '@callgate/gate/audit';
import type { DownloadFile } from '../api/operation.ts';
import type { AuditFilter } from '../api/audit.ts';
import { toCallFilter } from './audit-call.ts';

const FULL = 64 * 1024;

type ExportFormat = 'jsonl' | 'csv';

interface ExportWriter {
  readonly type: string;
  readonly head: string;
  readonly line: (row: StoredEntry, disclosure?: EntryDisclosure) => string;
  readonly end: string;
}

const FORMATS: Readonly<Record<ExportFormat, ExportWriter>> = {
  jsonl: { type: 'application/x-ndjson', head: '', line: formatEntryJson, end: '\n' },
  csv: {
    type: 'text/csv; charset=utf-8',
    head: `${csvLine(CSV_HEAD)}\r\n`,
    line: formatEntryCsv,
    end: '\r\n',
  },
};

async function* chunksOf(
  read: StoreReader,
  format: ExportFormat,
  filter: AuditFilter,
): AsyncGenerator<string> {
  const { head, line, end } = FORMATS[format];
  const disclosures = new DisclosureReader(read);
  let kept = head;
  for await (const row of selectEntries(read, toCallFilter(filter))) {
    kept += `${line(row, await disclosures.of(row))}${end}`;
    if (kept.length < FULL) continue;
    yield kept;
    kept = '';
  }
  if (kept !== '') yield kept;
}

/** Rows as a file that is written while it is read. */
export const exportFile = (
  read: StoreReader,
  format: ExportFormat,
  filter: AuditFilter,
  now: number,
): DownloadFile => ({
  name: `callgate-record-${new Date(now).toISOString().slice(0, 10)}.${format}`,
  type: FORMATS[format].type,
  chunks: chunksOf(read, format, filter),
});
