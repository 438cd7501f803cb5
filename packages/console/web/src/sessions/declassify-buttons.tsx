import type { Labels } from '@callgate/core';
import type { LabelName } from '@callgate/core/label';
import { useState } from 'react';
import { raisedLabels } from '../parts/badge.tsx';
import { ReasonDialog } from '../parts/dialog.tsx';
import { Button } from '../parts/form.tsx';
import { toastThen } from '../parts/toast.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import { useHasRole } from '../shell/me.ts';
import { useChange } from '../shell/use-api.ts';

type DeclassifySource = { readonly session: string; readonly name: string } | { readonly store: string };

const MEANING = {
  private:
    'Callgate will no longer take it that private data was seen: what leads out is judged as if none had been.',
  untrusted:
    'Callgate will no longer take it that a stranger’s words were seen: values that came from them are no longer held.',
} as const;

/** Takes one label away, by whoever is signed in and for a reason that stays in the record. */
const DeclassifyDialog = ({
  from,
  label,
  onClose,
}: {
  from: DeclassifySource;
  label: LabelName;
  onClose: () => void;
}) => {
  const session = useChange('sessions.declassify');
  const store = useChange('sessions.declassifyStore');
  const done = { onSuccess: toastThen(`${label} is taken away`, onClose) };
  return (
    <ReasonDialog
      title={`Take the label ${label} away?`}
      cancel="Leave it"
      action={`Take ${label} away`}
      look="danger"
      help="It stands in the record, beside your name."
      maxLength={500}
      rows={2}
      autoFocus
      isPending={session.isPending || store.isPending}
      error={session.error ?? store.error}
      onDo={(reason) => {
        if ('store' in from) store.mutate({ store: from.store, label, reason }, done);
        else session.mutate({ session: from.session, label, reason }, done);
      }}
      onClose={onClose}
    >
      <p>
        {'store' in from ? 'From what was written into ' : 'From the session '}
        <Untrusted text={'store' in from ? from.store : from.name} max={200} />. {MEANING[label]}
      </p>
    </ReasonDialog>
  );
};

export const DeclassifyButtons = ({ labels, from }: { labels: Labels | null; from: DeclassifySource }) => {
  const [taking, setTaking] = useState<LabelName>();
  const may = useHasRole('operator');
  if (!may || labels === null) return null;
  return (
    <>
      {raisedLabels(labels).map((label) => (
        <Button key={label} onClick={() => setTaking(label)}>
          Take {label} away…
        </Button>
      ))}
      {taking === undefined ? null : (
        <DeclassifyDialog from={from} label={taking} onClose={() => setTaking(undefined)} />
      )}
    </>
  );
};
