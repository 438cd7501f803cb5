import { consoleMessages } from '@callgate/messages/console';
import { useState } from 'react';
import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { Button } from '../parts/form.tsx';
import { Problem } from '../parts/page.tsx';
import { toastThen } from '../parts/toast.tsx';
import { UndoTool } from './undo-tool.tsx';
import { TextList } from '../parts/untrusted.tsx';
import { useHasRole } from '../shell/me.ts';
import { useChange, useRead } from '../shell/use-api.ts';

const TEXT = consoleMessages.auditLog.files;

const UndoDialog = ({ call, onClose }: { call: string; onClose: () => void }) => {
  const undo = useChange('files.undo');
  return (
    <Dialog title={TEXT.undoTitle} onClose={onClose}>
      <p>{TEXT.undoEffect}</p>
      <Problem error={undo.error} />
      <DialogActions>
        <Button onClick={onClose}>{TEXT.keep}</Button>
        <Button
          look="danger"
          disabled={undo.isPending}
          onClick={() => undo.mutate({ call }, { onSuccess: toastThen(TEXT.undone, onClose) })}
        >
          {TEXT.undo}
        </Button>
      </DialogActions>
    </Dialog>
  );
};

/** Files that a call changed, and the way back. Nothing where it changed none that are known. */
export const UndoFiles = ({ call }: { call: string }) => {
  const isApprover = useHasRole('approver');
  return isApprover ? <CommittedFiles call={call} /> : null;
};

const CommittedFiles = ({ call }: { call: string }) => {
  const { data } = useRead('files.changes', { call });
  const may = useHasRole('operator');
  const [isAsking, setAsking] = useState(false);
  if (data === undefined) return null;
  const [changes] = data;
  if (changes === undefined) return <UndoTool call={call} />;
  return (
    <section className="record-part" aria-label={TEXT.title}>
      <h3>{TEXT.title}</h3>
      <TextList texts={changes.paths} max={200} />
      {changes.count > changes.paths.length ? (
        <p className="soft">{TEXT.more({ count: changes.count - changes.paths.length })}</p>
      ) : null}
      {changes.state !== 'committed' ? (
        <p className="soft">{changes.state === 'left' ? TEXT.wasLeft : TEXT.wasUndone}</p>
      ) : (
        <p>
          <Button look="danger" disabled={!may} onClick={() => setAsking(true)}>
            {TEXT.undo}
          </Button>{' '}
          {may ? null : <span className="soft">{TEXT.operatorsOnly}</span>}
        </p>
      )}
      {isAsking ? <UndoDialog call={call} onClose={() => setAsking(false)} /> : null}
    </section>
  );
};
