import { consoleMessages } from '@callgate/messages/console';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { type ButtonProps, Button, TextField } from './form.tsx';
import { Problem } from './page.tsx';

interface DialogProps {
  readonly title: ReactNode;
  readonly onClose: () => void;
  readonly wide?: boolean;
  readonly children?: ReactNode;
}

/**
 * A question in front of everything else. Escape and a click beside it close it, and the focus goes back to where it
 * came from. Put buttons into `<DialogActions>`.
 */
export const Dialog = ({ title, onClose, wide = false, children }: DialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const shown = dialog.current;
    const before = document.activeElement;
    if (shown !== null && !shown.open) shown.showModal();
    return () => {
      shown?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      className={wide ? 'dialog dialog-wide' : 'dialog'}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className="dialog-inner">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
};

export const DialogActions = ({ children }: { children: ReactNode }) => (
  <div className="dialog-actions">{children}</div>
);

interface ReasonDialogProps extends DialogProps {
  readonly cancel?: string;
  /** What the button says that does it. */
  readonly action: ReactNode;
  readonly look?: NonNullable<ButtonProps['look']>;
  /** Whether everything else was filled in. */
  readonly ready?: boolean;
  readonly isPending: boolean;
  readonly error?: Error | null;
  readonly label?: string;
  readonly help?: string;
  readonly maxLength?: number;
  /** Several lines. */
  readonly rows?: number;
  readonly autoFocus?: boolean;
  /** It may be left out. */
  readonly optional?: boolean;
  /** Stands below the reason. */
  readonly more?: (setReason: (reason: string) => void) => ReactNode;
  readonly onDo: (reason: string) => void;
}

export const ReasonDialog = ({
  title,
  onClose,
  wide = false,
  children,
  cancel = consoleMessages.terms.cancel,
  action,
  look = 'primary',
  ready = true,
  isPending,
  error,
  label = consoleMessages.terms.reason,
  maxLength = 2000,
  optional = false,
  more,
  onDo,
  ...field
}: ReasonDialogProps) => {
  const [reason, setReason] = useState('');
  const may = ready && (optional || reason.trim() !== '') && !isPending;
  return (
    <Dialog title={title} wide={wide} onClose={onClose}>
      <form
        className="dialog-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (may) onDo(reason.trim());
        }}
      >
        {children}
        <TextField
          {...field}
          label={label}
          value={reason}
          maxLength={maxLength}
          required={!optional}
          onChange={setReason}
          onKeyDown={(event) => {
            if (optional && event.key === 'Enter' && (event.ctrlKey || event.metaKey))
              event.currentTarget.form?.requestSubmit();
          }}
        />
        {more?.(setReason)}
        <Problem error={error} />
        <DialogActions>
          <Button onClick={onClose}>{cancel}</Button>
          <Button type="submit" look={look} disabled={!may}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
