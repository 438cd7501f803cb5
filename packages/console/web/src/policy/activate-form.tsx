import type { Comparison } from '@callgate/operations/api';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { DialogActions } from '../parts/dialog.tsx';
import { Checkbox, Field } from '../parts/field.tsx';
import { Problem } from '../parts/problem.tsx';
import { useChange } from '../shell/use-api.ts';
import { counted } from './comparison-view.tsx';
import { loosenedCalls, loosenedIn } from './use-comparison.ts';

const loosenedWords = (comparison: Comparison): string => {
  const [calls, tools] = [loosenedCalls(comparison), comparison.result?.tools.loosened ?? 0];
  return [
    ...(calls === 0 ? [] : [counted(calls, 'call')]),
    ...(tools === 0 ? [] : [counted(tools, 'tool')]),
  ].join(' and the ');
};

/** The reason, and the word that what is loosened was seen. */
export const ActivateForm = ({
  comparison,
  verb,
  onDone,
  onCancel,
}: {
  comparison: Comparison;
  verb: string;
  onDone: () => void;
  onCancel: () => void;
}) => {
  const [reason, setReason] = useState('');
  const [seen, setSeen] = useState(false);
  const activate = useChange('policy.activate');
  const loosened = loosenedIn(comparison);
  const observes = comparison.candidate.mode === 'observe' && comparison.base.mode !== 'observe';
  const ready = reason.trim() !== '' && (seen || (loosened === 0 && !observes)) && !activate.isPending;
  return (
    <form
      className="policy-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!ready) return;
        const { id, digest } = comparison;
        activate.mutate({ comparison: id, digest, reason: reason.trim(), loosened }, { onSuccess: onDone });
      }}
    >
      <Field
        label="Why"
        help="It stands in the record beside your name, and everybody who looks at the policy sees it."
      >
        <textarea
          rows={2}
          value={reason}
          maxLength={2000}
          onChange={({ target }) => setReason(target.value)}
        />
      </Field>
      {loosened === 0 && !observes ? null : (
        <Checkbox
          label={
            observes
              ? 'I know that nothing will be held or blocked any more'
              : `I have looked at the ${loosenedWords(comparison)} that would be asked less about`
          }
          checked={seen}
          onChange={setSeen}
        />
      )}
      {activate.error === null ? null : <Problem error={activate.error} />}
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" look={loosened > 0 || observes ? 'danger' : 'primary'} disabled={!ready}>
          {verb}
        </Button>
      </DialogActions>
    </form>
  );
};
