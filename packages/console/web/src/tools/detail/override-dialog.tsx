import type { Answers, ToolDetail, ToolList } from '@callgate/operations/api';
import { useState } from 'react';
import { Checkbox } from '../../parts/field.tsx';
import { toast } from '../../parts/toast.tsx';
import { useChange } from '../../shell/use-api.ts';
import { AnswersEditor, relaxes } from './answers-editor.tsx';
import { ReasonDialog } from './reason-dialog.tsx';

/** The operator's word on single hints. */
export const OverrideDialog = ({
  detail,
  customHints,
  onClose,
}: {
  detail: ToolDetail;
  customHints: ToolList['customHints'];
  onClose: () => void;
}) => {
  const { server, identity, tool, override, digest } = detail;
  const [set, setAnswers] = useState<Answers>(override?.set ?? {});
  const [bound, setBound] = useState(override === null || override.definition !== null);
  const change = useChange('tools.override');
  const relaxing = Object.entries(set).some(([name, answer]) => relaxes(name, answer, customHints));
  return (
    <ReasonDialog
      title="Override hints"
      action="Save"
      wide
      ready={Object.keys(set).length > 0}
      isPending={change.isPending}
      error={change.error}
      onClose={onClose}
      onDo={(reason) =>
        change.mutate(
          { server, identity, tool, set, bound: bound ? digest : null, reason },
          {
            onSuccess: () => {
              toast({ tone: 'good', text: `${server}/${tool}: saved` });
              onClose();
            },
          },
        )
      }
    >
      <p>
        What you say here is believed, whatever the server claims. Leave a hint alone to say nothing of it.
      </p>
      <AnswersEditor detail={detail} customHints={customHints} set={set} onChange={setAnswers} />
      {relaxing ? (
        <p className="tools-note tools-note-apart">
          Some of it lowers care: calls may run that were asked about before.
        </p>
      ) : null}
      <Checkbox
        label="What lowers care counts for this definition only"
        checked={bound}
        onChange={setBound}
      />
    </ReasonDialog>
  );
};
