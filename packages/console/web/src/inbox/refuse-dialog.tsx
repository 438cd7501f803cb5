import type { ReactNode } from 'react';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';

const OFTEN = [
  'This is not what was asked for.',
  'Ask me before you do this.',
  'The recipient is wrong.',
  'This reaches too far; do less.',
] as const;

/** Says no, with words that the agent gets. */
export const RefuseDialog = ({
  title,
  busy,
  children,
  onRefuse,
  onClose,
}: {
  title: ReactNode;
  busy: boolean;
  children?: ReactNode;
  onRefuse: (reason: string) => void;
  onClose: () => void;
}) => {
  const [reason, setReason] = useState('');
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <form
        className="inbox-form"
        onSubmit={(event) => {
          event.preventDefault();
          onRefuse(reason.trim());
        }}
      >
        <Field label="Reason" help="The agent gets these words, and they are kept in the record.">
          <textarea
            value={reason}
            maxLength={2000}
            rows={3}
            // the one thing to do here
            // eslint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            onChange={({ target }) => setReason(target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
                event.currentTarget.form?.requestSubmit();
            }}
          />
        </Field>
        <div className="inbox-often">
          {OFTEN.map((words) => (
            <button key={words} type="button" className="inbox-chip" onClick={() => setReason(words)}>
              {words}
            </button>
          ))}
        </div>
        <DialogActions>
          <Button onClick={onClose}>Look again</Button>
          <Button look="refuse" type="submit" disabled={busy}>
            Refuse <kbd aria-hidden="true">Ctrl ↵</kbd>
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
