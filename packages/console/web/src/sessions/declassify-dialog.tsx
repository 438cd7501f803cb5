import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Problem } from '../parts/problem.tsx';
import { toast } from '../parts/toast.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import type { ApiError } from '../shell/api.ts';
import { useChange } from '../shell/use-api.ts';

export type Declassified =
  | { readonly kind: 'session'; readonly session: string; readonly name: string }
  | { readonly kind: 'store'; readonly store: string };

const MEANING = {
  private:
    'Callgate will no longer take it that private data was seen: what leads out is judged as if none had been.',
  untrusted:
    'Callgate will no longer take it that a stranger’s words were seen: values that came from them are no longer held.',
} as const;

/** Takes one label away, by whoever is signed in and for a reason that stays in the record. */
export const DeclassifyDialog = ({
  what,
  label,
  onClose,
}: {
  what: Declassified;
  label: 'private' | 'untrusted';
  onClose: () => void;
}) => {
  const [reason, setReason] = useState('');
  const session = useChange('sessions.declassify');
  const store = useChange('sessions.declassifyStore');
  const { isPending, error }: { readonly isPending: boolean; readonly error: ApiError | null } =
    what.kind === 'session' ? session : store;
  const done = {
    onSuccess: () => {
      toast({ tone: 'good', text: `${label} is taken away` });
      onClose();
    },
  };
  const submit = (): void => {
    if (what.kind === 'session')
      session.mutate({ session: what.session, label, reason: reason.trim() }, done);
    else store.mutate({ store: what.store, label, reason: reason.trim() }, done);
  };
  return (
    <Dialog title={`Take the label ${label} away?`} onClose={onClose}>
      <p>
        {what.kind === 'session' ? 'From the session ' : 'From what was written into '}
        <Untrusted text={what.kind === 'session' ? what.name : what.store} max={200} />. {MEANING[label]}
      </p>
      <form
        className="sessions-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (reason.trim() !== '' && !isPending) submit();
        }}
      >
        <Field label="Reason" help="It stands in the record, beside your name.">
          <textarea
            value={reason}
            maxLength={500}
            required
            autoFocus
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
        {error === null ? null : <Problem error={error} />}
        <DialogActions>
          <Button onClick={onClose}>Leave it</Button>
          <Button look="danger" type="submit" disabled={reason.trim() === '' || isPending}>
            Take {label} away
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
