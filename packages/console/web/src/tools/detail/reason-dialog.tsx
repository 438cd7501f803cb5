import type { ReactNode } from 'react';
import { useState } from 'react';
import { Button } from '../../parts/button.tsx';
import type { ButtonProps } from '../../parts/button.tsx';
import { Dialog, DialogActions } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { Problem } from '../../parts/problem.tsx';

/** Asks for a reason, which stands in the record, before something is changed. */
export const ReasonDialog = ({
  title,
  action,
  look = 'primary',
  wide = false,
  ready = true,
  isPending,
  error,
  onDo,
  onClose,
  children,
}: {
  title: string;
  /** What the button says. */
  action: string;
  look?: NonNullable<ButtonProps['look']>;
  wide?: boolean;
  /** Whether everything else was filled in. */
  ready?: boolean;
  isPending: boolean;
  error: Error | null;
  onDo: (reason: string) => void;
  onClose: () => void;
  children?: ReactNode;
}) => {
  const [reason, setReason] = useState('');
  const may = ready && reason.trim() !== '' && !isPending;
  return (
    <Dialog title={title} wide={wide} onClose={onClose}>
      <form
        className="tools-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (may) onDo(reason.trim());
        }}
      >
        {children}
        <Field label="Reason" help="It stands in the record, with your name.">
          <input
            type="text"
            value={reason}
            maxLength={2000}
            required
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
        {error === null ? null : <Problem error={error} />}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look={look} disabled={!may}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
