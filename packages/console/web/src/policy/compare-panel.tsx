import type { CheckedPolicy, Comparison, EffectivePolicy, LayerText } from '@callgate/operations/api';
import { useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Card } from '../parts/card.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field, Select } from '../parts/field.tsx';
import { Problem } from '../parts/problem.tsx';
import { useChange } from '../shell/use-api.ts';
import { ActivateForm } from './activate-form.tsx';
import { ComparisonView, counted } from './comparison-view.tsx';
import { loosenedIn, useComparison } from './use-comparison.ts';

const NUMBERS = ['100', '1000', '10000', '100000'] as const;

/** Why what was compared cannot be activated now; undefined where it can. */
const outdated = (
  comparison: Comparison,
  checked: CheckedPolicy,
  policy: EffectivePolicy,
): string | undefined => {
  if (!checked.ok || checked.digest !== comparison.digest) return 'The text changed since: compare again.';
  if (comparison.base.revision !== policy.policy.revision)
    return 'Another policy is in force than the one it was compared with: compare again.';
  if (checked.policy.revision === policy.policy.revision) return 'This is the policy in force already.';
  return undefined;
};

const Running = ({ comparison }: { comparison: Comparison }) => {
  const stop = useChange('policy.stop');
  return (
    <div className="policy-progress">
      <progress max={comparison.of} value={comparison.done} aria-label="Calls compared" />
      <span>
        {comparison.done.toLocaleString('en')} of at most {counted(comparison.of, 'call')}
      </span>
      <Button look="quiet" onClick={() => stop.mutate({ comparison: comparison.id })}>
        Stop
      </Button>
    </div>
  );
};

const Finished = ({
  comparison,
  reason,
  onActivate,
}: {
  comparison: Comparison;
  reason: string | undefined;
  onActivate: () => void;
}) => (
  <>
    <ComparisonView comparison={comparison} />
    <div className="policy-activate">
      <Button
        look={loosenedIn(comparison) > 0 ? 'danger' : 'primary'}
        disabled={reason !== undefined}
        onClick={onActivate}
      >
        Activate…
      </Button>
      {reason === undefined ? null : <span className="policy-soft">{reason}</span>}
    </div>
  </>
);

/** Compares what is being written with what is in force on recorded calls, and puts it in force. */
export const ComparePanel = ({
  policy,
  draft,
  checked,
  stale,
  onActivated,
}: {
  policy: EffectivePolicy;
  draft: readonly LayerText[];
  checked: CheckedPolicy;
  /** `checked` is of an earlier text. */
  stale: boolean;
  onActivated: () => void;
}) => {
  const [calls, setCalls] = useState<(typeof NUMBERS)[number]>('1000');
  const [id, setId] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const compare = useChange('policy.compare');
  const comparison = useComparison(id);
  return (
    <Card title="Compare and activate">
      <p className="policy-soft">
        Recorded calls are decided again, by the policy in force and by this one. Nothing is called.
      </p>
      <div className="policy-compare-bar">
        <Field label="Recorded calls">
          <Select
            value={calls}
            options={NUMBERS.map((value) => ({
              value,
              name: `the last ${Number(value).toLocaleString('en')}`,
            }))}
            onChange={setCalls}
          />
        </Field>
        <Button
          look="primary"
          disabled={!checked.ok || stale || compare.isPending || comparison?.state === 'running'}
          onClick={() =>
            compare.mutate(
              { layers: draft, calls: Number(calls) },
              { onSuccess: (started) => setId(started.id) },
            )
          }
        >
          Compare
        </Button>
      </div>
      {compare.error === null ? null : <Problem error={compare.error} />}
      <div aria-live="polite">
        {comparison === undefined ? null : comparison.state === 'running' ? (
          <Running comparison={comparison} />
        ) : comparison.state === 'done' ? (
          <Finished
            comparison={comparison}
            reason={stale ? 'The text changed since: compare again.' : outdated(comparison, checked, policy)}
            onActivate={() => setAsking(true)}
          />
        ) : (
          <p role="alert">{comparison.problem ?? 'The comparison was stopped.'}</p>
        )}
      </div>
      {asking && comparison !== undefined ? (
        <Dialog title="Put this policy in force" wide onClose={() => setAsking(false)}>
          <p>
            From now on, for every gateway with this configuration, and after a restart too. What was approved
            under the policy in force and has not run yet is void.
          </p>
          <ComparisonView comparison={comparison} />
          <ActivateForm
            comparison={comparison}
            verb="Activate"
            onCancel={() => setAsking(false)}
            onDone={() => {
              setAsking(false);
              setId(null);
              onActivated();
            }}
          />
        </Dialog>
      ) : null}
    </Card>
  );
};
