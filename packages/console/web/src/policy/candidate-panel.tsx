import type { EffectivePolicy, LayerText } from '@callgate/operations/api';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Card } from '../parts/card.tsx';
import { Empty } from '../parts/empty.tsx';
import { Problem } from '../parts/problem.tsx';
import { useMay } from '../shell/me.ts';
import { ComparePanel } from './compare-panel.tsx';
import { counted } from './comparison-view.tsx';
import { LayerEditor } from './layer-editor.tsx';
import { RulesTable } from './rules-table.tsx';
import { StartFrom } from './start-from.tsx';
import { useAsked } from './use-asked.ts';

/** Another policy: written, checked, compared, activated. */
export const CandidatePanel = ({
  policy,
  draft,
  onDraft,
}: {
  policy: EffectivePolicy;
  draft: readonly LayerText[] | null;
  onDraft: (layers: readonly LayerText[] | null) => void;
}) => {
  const may = useMay('operator');
  const {
    data: checked,
    error,
    stale,
  } = useAsked('policy.check', draft === null || !may ? null : { layers: draft });
  if (!may)
    return (
      <Empty title="Operators put another policy in force">
        <p>They write it here, compare it with recorded calls, and activate it with a reason.</p>
      </Empty>
    );
  if (draft === null)
    return (
      <Card title="Start from">
        <StartFrom policy={policy} onStart={onDraft} />
      </Card>
    );
  return (
    <div className="policy-stack">
      <Card
        title="The policy I am writing"
        actions={
          <Button look="quiet" onClick={() => onDraft(null)}>
            Start over
          </Button>
        }
      >
        <LayerEditor layers={draft} findings={checked?.findings ?? []} onLayers={onDraft} />
        {error === undefined ? null : <Problem error={error} />}
        <p className="policy-checked" role="status">
          {checked === undefined ? null : checked.ok ? (
            <>
              <Badge tone="good" icon="check">
                can be used
              </Badge>{' '}
              {counted(checked.rules.length, 'rule')}
              {checked.policy.mode === 'observe' ? ', ONLY OBSERVES' : ''}
            </>
          ) : (
            <Badge tone="danger" icon="stop">
              cannot be used yet
            </Badge>
          )}
        </p>
      </Card>
      {checked === undefined ? null : (
        <ComparePanel
          policy={policy}
          draft={draft}
          checked={checked}
          stale={stale}
          onActivated={() => onDraft(null)}
        />
      )}
      {checked?.ok === true ? <RulesTable rules={checked.rules} /> : null}
    </div>
  );
};
