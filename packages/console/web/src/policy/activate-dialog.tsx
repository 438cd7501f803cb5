import { consoleMessages } from '@callgate/messages/console';
import type { Comparison, LayerText } from '@callgate/operations/api';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect, useRef, useState } from 'react';
import { Dialog, DialogActions, ReasonDialog } from '../parts/dialog.tsx';
import { Button, Checkbox } from '../parts/form.tsx';
import { Problem, Loading } from '../parts/page.tsx';
import { useEvents } from '../shell/events.ts';
import { useChange, useRead } from '../shell/use-api.ts';
import { ComparisonView } from './comparison-view.tsx';

const TEXT = consoleMessages.policy.activate;
const COMPARE = consoleMessages.policy.compare;

/** How far a comparison is; read again whenever it got further. */
export const useComparison = (id: string | null): Comparison | undefined => {
  const client = useQueryClient();
  const { data, error } = useRead(
    'policy.comparison',
    { comparison: id ?? '-' },
    { enabled: id !== null, isGoingOn: (found) => found?.state === 'running' },
  );
  useEvents((event) => {
    if (event.type === 'job' && event.job === id)
      void client.invalidateQueries({ queryKey: ['policy.comparison', { comparison: id }] });
  });
  if (data?.id !== id) return undefined;
  return data.state === 'running' && error?.status === 404
    ? { ...data, state: 'failed', problem: COMPARE.gone }
    : data;
};

/** Calls that would run by themselves or be asked less about, and tools, called or not. */
const loosenedOf = ({ result }: Comparison): { readonly calls: number; readonly tools: number } => ({
  calls: result === null ? 0 : result.changes.runs + result.changes.loosened,
  tools: result?.tools.loosened ?? 0,
});

export const countLoosened = (comparison: Comparison): number => {
  const { calls, tools } = loosenedOf(comparison);
  return calls + tools;
};

/** Puts in force what was compared: for a reason, and with the word that what is loosened was seen. */
export const ActivateDialog = ({
  title,
  comparison,
  verb,
  intro,
  onDone,
  onClose,
}: {
  title: string;
  comparison: Comparison;
  verb: string;
  intro?: string;
  onDone: () => void;
  onClose: () => void;
}) => {
  const [seen, setSeen] = useState(false);
  const activate = useChange('policy.activate');
  const { id, digest, candidate, base } = comparison;
  const loosened = countLoosened(comparison);
  const observes = candidate.mode === 'observe' && base.mode !== 'observe';
  const isCareful = loosened > 0 || observes;
  return (
    <ReasonDialog
      title={title}
      wide
      label={TEXT.reason}
      help={TEXT.reasonHelp}
      rows={2}
      action={verb}
      look={isCareful ? 'danger' : 'primary'}
      ready={seen || !isCareful}
      isPending={activate.isPending}
      error={activate.error}
      more={() =>
        isCareful ? (
          <Checkbox
            label={observes ? TEXT.observeSeen : TEXT.seen(loosenedOf(comparison))}
            checked={seen}
            onChange={setSeen}
          />
        ) : null
      }
      onDo={(reason) => activate.mutate({ comparison: id, digest, reason, loosened }, { onSuccess: onDone })}
      onClose={onClose}
    >
      {intro === undefined ? null : <p>{intro}</p>}
      <ComparisonView comparison={comparison} />
    </ReasonDialog>
  );
};

/** Puts a revision of the history in force again. What may loosen is refused unless that is allowed. */
const RollbackForm = ({
  number,
  comparison,
  onClose,
}: {
  number: number;
  comparison: Comparison;
  onClose: () => void;
}) => {
  const [allowLoosening, setAllowLoosening] = useState(false);
  const rollback = useChange('policy.rollback');
  const { id, digest } = comparison;
  return (
    <ReasonDialog
      title={TEXT.rollbackTitle({ number })}
      wide
      label={TEXT.reason}
      help={TEXT.reasonHelp}
      rows={2}
      action={TEXT.rollback}
      look={allowLoosening ? 'danger' : 'primary'}
      ready
      isPending={rollback.isPending}
      error={rollback.error}
      more={() => (
        <Checkbox label={TEXT.allowLoosening} checked={allowLoosening} onChange={setAllowLoosening} />
      )}
      onDo={(reason) =>
        rollback.mutate({ number, comparison: id, digest, reason, allowLoosening }, { onSuccess: onClose })
      }
      onClose={onClose}
    >
      <ComparisonView comparison={comparison} />
    </ReasonDialog>
  );
};

const COMPARED_CALLS = 1000;

/** Compares layers before anything is asked; without layers those of the configuration. */
const ComparedDialog = ({
  title,
  layers,
  onClose,
  children,
}: {
  title: string;
  layers: readonly LayerText[] | null;
  onClose: () => void;
  children: (comparison: Comparison) => ReactNode;
}) => {
  const [id, setId] = useState<string | null>(null);
  const { mutate, error } = useChange('policy.compare');
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    mutate({ layers, calls: COMPARED_CALLS }, { onSuccess: (started) => setId(started.id) });
  }, [mutate, layers]);
  const comparison = useComparison(id);
  if (comparison?.state === 'done') return children(comparison);
  return (
    <Dialog title={title} wide onClose={onClose}>
      {error !== null ? (
        <>
          <Problem error={error} />
          <DialogActions>
            <Button onClick={onClose}>{consoleMessages.terms.close}</Button>
          </DialogActions>
        </>
      ) : comparison === undefined || comparison.state === 'running' ? (
        <Loading lines={4} />
      ) : (
        <p role="alert">{comparison.problem ?? COMPARE.stopped}</p>
      )}
    </Dialog>
  );
};

export const RestoreDialog = ({ onClose }: { onClose: () => void }) => (
  <ComparedDialog title={TEXT.restoreTitle} layers={null} onClose={onClose}>
    {(comparison) => (
      <ActivateDialog
        title={TEXT.restoreTitle}
        comparison={comparison}
        verb={TEXT.restore}
        onDone={onClose}
        onClose={onClose}
      />
    )}
  </ComparedDialog>
);

export const RollbackDialog = ({
  number,
  layers,
  onClose,
}: {
  number: number;
  layers: readonly LayerText[];
  onClose: () => void;
}) => (
  <ComparedDialog title={TEXT.rollbackTitle({ number })} layers={layers} onClose={onClose}>
    {(comparison) => <RollbackForm number={number} comparison={comparison} onClose={onClose} />}
  </ComparedDialog>
);
