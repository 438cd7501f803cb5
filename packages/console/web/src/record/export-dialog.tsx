import { consoleMessages } from '@callgate/messages/console';
import type { AuditFilter } from '@callgate/operations/api';
import { useState } from 'react';
import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { Button, Checkbox } from '../parts/form.tsx';
import { apiUrl } from '../shell/api.ts';

const TEXT = consoleMessages.auditLog.exporting;

const isByTime = ({ since: _since, until: _until, ...rest }: AuditFilter): boolean =>
  Object.keys(rest).length === 0;

const contentText = (filter: AuditFilter): string =>
  Object.keys(filter).length === 0 ? TEXT.all : isByTime(filter) ? TEXT.period : TEXT.matching;

export const ExportDialog = ({ filter, onClose }: { filter: AuditFilter; onClose: () => void }) => {
  const [format, setFormat] = useState<keyof typeof TEXT.formats>('jsonl');
  const [all, setAll] = useState(false);
  const narrowed = Object.keys(filter).length > 0;
  const wanted = all ? {} : filter;
  return (
    <Dialog title={TEXT.title} onClose={onClose}>
      <fieldset className="record-choice">
        <legend>{TEXT.format}</legend>
        {(['jsonl', 'csv'] as const).map((each) => (
          <Checkbox
            key={each}
            radio="format"
            label={TEXT.formats[each]}
            checked={format === each}
            onChange={() => setFormat(each)}
          />
        ))}
      </fieldset>
      {narrowed ? <Checkbox label={TEXT.everything} checked={all} onChange={setAll} /> : null}
      <p>{contentText(wanted)}</p>
      <DialogActions>
        <Button onClick={onClose}>{consoleMessages.terms.close}</Button>
        <a className="button button-primary" href={apiUrl('record.export', { format, filter: wanted })}>
          {TEXT.download}
        </a>
      </DialogActions>
    </Dialog>
  );
};
