import type { Labels } from '@callgate/core';
import type { LabelName } from '@callgate/core/label';
import { consoleMessages } from '@callgate/messages/console';
import { useState } from 'react';
import { raisedLabels } from '../parts/badge.tsx';
import { ReasonDialog } from '../parts/dialog.tsx';
import { Button } from '../parts/form.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { toastThen } from '../parts/toast.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import { useHasRole } from '../shell/me.ts';
import { useChange } from '../shell/use-api.ts';

type DeclassifySource = { readonly session: string; readonly name: string } | { readonly store: string };

const TEXT = consoleMessages.sessions.remove;

/** The signed-in person takes one label away, for a reason that stays in the audit log. */
const DeclassifyDialog = ({
  from,
  label,
  onClose,
}: {
  from: DeclassifySource;
  label: LabelName;
  onClose: () => void;
}) => {
  const { mutate, isPending, error } = useChange('sessions.declassify');
  return (
    <ReasonDialog
      title={TEXT.title[label]}
      cancel={TEXT.keep}
      action={TEXT.action}
      look="danger"
      help={consoleMessages.terms.reasonHelp}
      maxLength={500}
      rows={2}
      autoFocus
      isPending={isPending}
      error={error}
      onDo={(reason) =>
        mutate(
          { ...('store' in from ? { store: from.store } : { session: from.session }), label, reason },
          { onSuccess: toastThen(TEXT.done[label], onClose) },
        )
      }
      onClose={onClose}
    >
      <p>
        <Sentence
          parts={
            'store' in from
              ? TEXT.fromStore({ name: <Untrusted text={from.store} max={200} /> })
              : TEXT.fromSession({ name: <Untrusted text={from.name} max={200} /> })
          }
        />{' '}
        {TEXT.effects[label]}
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
          {TEXT.button[label]}
        </Button>
      ))}
      {taking === undefined ? null : (
        <DeclassifyDialog from={from} label={taking} onClose={() => setTaking(undefined)} />
      )}
    </>
  );
};
