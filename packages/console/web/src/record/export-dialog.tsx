import type { AuditFilter } from '@callgate/operations/api';
import { useState } from 'react';
import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { Button, Checkbox } from '../parts/form.tsx';
import { apiUrl } from '../shell/api.ts';

const FORMATS = {
  jsonl: 'JSON Lines: rows exactly as they are stored, with their hash',
  csv: 'CSV: for spreadsheets; no cell is taken for a formula',
} as const;

const isByTime = ({ since: _since, until: _until, ...rest }: AuditFilter): boolean =>
  Object.keys(rest).length === 0;

const whatWords = (filter: AuditFilter): string =>
  Object.keys(filter).length === 0
    ? 'all rows of the record'
    : isByTime(filter)
      ? 'the rows of the time that is looked at'
      : 'all rows of the calls that fit, the newest call first';

export const ExportDialog = ({ filter, onClose }: { filter: AuditFilter; onClose: () => void }) => {
  const [format, setFormat] = useState<keyof typeof FORMATS>('jsonl');
  const [all, setAll] = useState(false);
  const narrowed = Object.keys(filter).length > 0;
  const wanted = all ? {} : filter;
  return (
    <Dialog title="Export" onClose={onClose}>
      <fieldset className="record-choice">
        <legend>As</legend>
        {(['jsonl', 'csv'] as const).map((each) => (
          <Checkbox
            key={each}
            radio="format"
            label={FORMATS[each]}
            checked={format === each}
            onChange={() => setFormat(each)}
          />
        ))}
      </fieldset>
      {narrowed ? (
        <Checkbox label="Everything, not only what the filters leave" checked={all} onChange={setAll} />
      ) : null}
      <p>This gives {whatWords(wanted)}. Sealed values stay sealed.</p>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
        <a className="button button-primary" href={apiUrl('record.export', { format, filter: wanted })}>
          Download
        </a>
      </DialogActions>
    </Dialog>
  );
};
