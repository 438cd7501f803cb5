import { useEffect, useRef, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Dialog, DialogActions } from '../parts/dialog.tsx';
import { Problem } from '../parts/problem.tsx';
import { Skeleton } from '../parts/skeleton.tsx';
import { useChange } from '../shell/use-api.ts';
import { ActivateForm } from './activate-form.tsx';
import { ComparisonView } from './comparison-view.tsx';
import { useComparison } from './use-comparison.ts';

const CALLS = 1000;

/** Back to what the configuration names, with what that would change. */
export const RestoreDialog = ({ onClose }: { onClose: () => void }) => {
  const [id, setId] = useState<string | null>(null);
  const { mutate, error } = useChange('policy.compare');
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    mutate({ layers: null, calls: CALLS }, { onSuccess: (started) => setId(started.id) });
  }, [mutate]);
  const comparison = useComparison(id);
  return (
    <Dialog title="Go back to the configuration’s policy" wide onClose={onClose}>
      {error !== null ? (
        <>
          <Problem error={error} />
          <DialogActions>
            <Button onClick={onClose}>Close</Button>
          </DialogActions>
        </>
      ) : comparison === undefined || comparison.state === 'running' ? (
        <Skeleton lines={4} />
      ) : comparison.state === 'done' ? (
        <>
          <ComparisonView comparison={comparison} />
          <ActivateForm comparison={comparison} verb="Go back" onDone={onClose} onCancel={onClose} />
        </>
      ) : (
        <p role="alert">{comparison.problem ?? 'The comparison was stopped.'}</p>
      )}
    </Dialog>
  );
};
