import { consoleMessages } from '@callgate/messages/console';
import type { UndoCall } from '@callgate/operations/api';
import { useState } from 'react';
import { CallStateBadge } from '../parts/badge.tsx';
import { CallLink } from '../parts/call-link.tsx';
import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { Button } from '../parts/form.tsx';
import { JsonValue } from '../parts/json-value.tsx';
import { Problem } from '../parts/page.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { toastThen } from '../parts/toast.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import { useHasRole } from '../shell/me.ts';
import { useChange, useRead } from '../shell/use-api.ts';

const TEXT = consoleMessages.auditLog.undoTool;

const ToolName = ({ undo: { server, tool } }: { undo: UndoCall }) => (
  <code>
    <Untrusted text={`${server}/${tool}`} max={160} />
  </code>
);

const UndoToolDialog = ({ undo, onClose }: { undo: UndoCall; onClose: () => void }) => {
  const make = useChange('undo.make');
  return (
    <Dialog title={TEXT.dialogTitle} onClose={onClose}>
      <p>
        <Sentence parts={TEXT.effect({ tool: <ToolName undo={undo} /> })} />
      </p>
      <JsonValue value={undo.arguments} />
      <Problem error={make.error} />
      <DialogActions>
        <Button onClick={onClose}>{TEXT.keep}</Button>
        <Button
          look="danger"
          disabled={make.isPending}
          onClick={() => make.mutate({ call: undo.call }, { onSuccess: toastThen(TEXT.asked, onClose) })}
        >
          {TEXT.undo}
        </Button>
      </DialogActions>
    </Dialog>
  );
};

const missingText = ({ isOffered, missing }: UndoCall): string | null =>
  isOffered ? (missing.length === 0 ? null : TEXT.missing({ names: missing.join(', ') })) : TEXT.notOffered;

/** The tool that a call's own tool names to take it back. Nothing where it names none. */
export const UndoTool = ({ call }: { call: string }) => {
  const { data: undo } = useRead('undo.call', { call });
  const may = useHasRole('operator');
  const [isAsking, setAsking] = useState(false);
  if (undo === undefined || undo === null) return null;
  const problem = missingText(undo);
  return (
    <section className="record-part" aria-label={TEXT.title}>
      <h3>{TEXT.title}</h3>
      <p>
        <Sentence parts={TEXT.takesBack({ tool: <ToolName undo={undo} />, isBelieved: undo.isBelieved })} />
      </p>
      {undo.made === null ? null : (
        <p>
          <CallLink call={undo.made.call}>{TEXT.latest}</CallLink> <CallStateBadge state={undo.made.state} />
        </p>
      )}
      {problem === null ? (
        <p>
          <Button look="danger" disabled={!may} onClick={() => setAsking(true)}>
            {TEXT.undo}
          </Button>{' '}
          {may ? null : <span className="soft">{TEXT.operatorsOnly}</span>}
        </p>
      ) : (
        <p className="soft">
          <Untrusted className="prose" text={problem} max={400} />
        </p>
      )}
      {isAsking ? <UndoToolDialog undo={undo} onClose={() => setAsking(false)} /> : null}
    </section>
  );
};
