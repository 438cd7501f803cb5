import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Card } from '../parts/card.tsx';
import { Labels } from '../parts/labels.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import { useMay } from '../shell/me.ts';
import { useRead } from '../shell/use-api.ts';
import { DeclassifyDialog } from './declassify-dialog.tsx';

interface Taking {
  readonly store: string;
  readonly label: 'private' | 'untrusted';
}

/** Stores that labelled sessions wrote to: whoever reads there gets the labels. */
export const StoresCard = () => {
  const [taking, setTaking] = useState<Taking | null>(null);
  const operator = useMay('operator');
  const { data } = useRead('sessions.stores', {});
  if (data === undefined || data.items.length === 0) return null;
  return (
    <div className="sessions-stores">
      <Card title="Labelled stores">
        <p className="sessions-soft">
          Sessions that had touched something wrote here. Reading it back carries the label on.
        </p>
        <ul>
          {data.items.map(({ store, labels }) => (
            <li key={store}>
              <Untrusted text={store} max={120} />
              <Labels labels={labels} />
              {operator
                ? (['private', 'untrusted'] as const)
                    .filter((label) => labels[label] !== 'none')
                    .map((label) => (
                      <Button key={label} onClick={() => setTaking({ store, label })}>
                        Take {label} away…
                      </Button>
                    ))
                : null}
            </li>
          ))}
        </ul>
        {data.next === null ? null : <p className="sessions-soft">There are more than are shown here.</p>}
      </Card>
      {taking === null ? null : (
        <DeclassifyDialog
          what={{ kind: 'store', store: taking.store }}
          label={taking.label}
          onClose={() => setTaking(null)}
        />
      )}
    </div>
  );
};
