import type { CheckedPolicy, Comparison, EffectivePolicy, LayerText } from '@callgate/operations/api';
import { useState } from 'react';
import { Badge } from '../parts/badge.tsx';
import { formatCount, formatInteger } from '../parts/format-count.ts';
import { Button, SelectField } from '../parts/form.tsx';
import { Card, EmptyState, Problem } from '../parts/page.tsx';
import { useHasRole } from '../shell/me.ts';
import { useChange, useRead } from '../shell/use-api.ts';
import { ActivateDialog, countLoosened, useComparison } from './activate-dialog.tsx';
import { ComparisonView } from './comparison-view.tsx';
import { LayerEditor } from './layer-editor.tsx';
import { RulesTable } from './rules-table.tsx';
import { useDebouncedQuery } from './use-debounced-query.ts';

/** What a preset says of itself at its top. */
const presetWords = (text: string): string => {
  const lines = text.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('#'));
  return lines
    .slice(0, Math.max(0, end))
    .map((line) => line.replace(/^#\s?/, ''))
    .join(' ');
};

const startingAt = (preset: string): readonly LayerText[] => [
  {
    name: 'console.yaml',
    text: `extends: ${preset}

# Rules of your own come here, for example:
# rules:
#   - id: no-mail-at-night
#     tools: "*/send_*"
#     when: time.hour >= 22
#     then: block
#     reason: mail waits until the morning
`,
  },
];

const StartFrom = ({
  policy,
  onStart,
}: {
  policy: EffectivePolicy;
  onStart: (layers: readonly LayerText[]) => void;
}) => {
  const presets = useRead('policy.presets', {}).data ?? [];
  const starts = [
    ['The policy in force', 'with all its layers, to change something in it', policy.layers] as const,
    ...(policy.activated === null
      ? []
      : [['The configuration’s policy', 'which is not used now', policy.configured] as const]),
    ...presets.map(({ name, text }) => [`Preset ${name}`, presetWords(text), startingAt(name)] as const),
  ];
  return (
    <ul className="policy-starts">
      {starts.map(([name, words, layers]) => (
        <li key={name}>
          <Button onClick={() => onStart(layers)}>{name}</Button>
          <span className="soft">{words}</span>
        </li>
      ))}
    </ul>
  );
};

const NUMBERS = ['100', '1000', '10000', '100000'].map((value) => ({
  value,
  name: `the last ${formatInteger(Number(value))}`,
}));

/** Why what was compared cannot be activated now; undefined where it can. */
const staleReason = (
  comparison: Comparison,
  checked: CheckedPolicy,
  { policy }: EffectivePolicy,
): string | undefined => {
  if (!checked.ok || checked.digest !== comparison.digest) return 'The text changed since: compare again.';
  if (comparison.base.revision !== policy.revision)
    return 'Another policy is in force than the one it was compared with: compare again.';
  if (checked.policy.revision === policy.revision) return 'This is the policy in force already.';
  return undefined;
};

const ComparisonProgress = ({ comparison }: { comparison: Comparison }) => {
  const stop = useChange('policy.stop');
  return (
    <div className="policy-progress">
      <progress max={comparison.of} value={comparison.done} aria-label="Calls compared" />
      <span>
        {formatInteger(comparison.done)} of at most {formatCount(comparison.of, 'call')}
      </span>
      <Button look="quiet" onClick={() => stop.mutate({ comparison: comparison.id })}>
        Stop
      </Button>
    </div>
  );
};

interface CandidateProps {
  readonly policy: EffectivePolicy;
  readonly draft: readonly LayerText[];
  readonly checked: CheckedPolicy;
  /** `checked` is of an earlier text. */
  readonly stale: boolean;
  readonly onActivated: () => void;
}

const ComparePanel = ({ policy, draft, checked, stale, onActivated }: CandidateProps) => {
  const [calls, setCalls] = useState('1000');
  const [id, setId] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const compare = useChange('policy.compare');
  const comparison = useComparison(id);
  const reason =
    comparison === undefined || stale
      ? 'The text changed since: compare again.'
      : staleReason(comparison, checked, policy);
  return (
    <Card title="Compare and activate">
      <p className="soft">
        Recorded calls are decided again, by the policy in force and by this one. Nothing is called.
      </p>
      <div className="policy-compare-bar">
        <SelectField label="Recorded calls" value={calls} options={NUMBERS} onChange={setCalls} />
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
      <Problem error={compare.error} />
      <div aria-live="polite">
        {comparison === undefined ? null : comparison.state === 'running' ? (
          <ComparisonProgress comparison={comparison} />
        ) : comparison.state === 'done' ? (
          <>
            <ComparisonView comparison={comparison} />
            <div className="policy-activate">
              <Button
                look={countLoosened(comparison) > 0 ? 'danger' : 'primary'}
                disabled={reason !== undefined}
                onClick={() => setAsking(true)}
              >
                Activate…
              </Button>
              {reason === undefined ? null : <span className="soft">{reason}</span>}
            </div>
          </>
        ) : (
          <p role="alert">{comparison.problem ?? 'The comparison was stopped.'}</p>
        )}
      </div>
      {asking && comparison !== undefined ? (
        <ActivateDialog
          title="Put this policy in force"
          intro="From now on, for every gateway with this configuration, and after a restart too. What was approved under the policy in force and has not run yet is void."
          comparison={comparison}
          verb="Activate"
          onClose={() => setAsking(false)}
          onDone={() => {
            setAsking(false);
            setId(null);
            onActivated();
          }}
        />
      ) : null}
    </Card>
  );
};

export const CandidatePanel = ({
  policy,
  draft,
  onDraft,
}: {
  policy: EffectivePolicy;
  draft: readonly LayerText[] | null;
  onDraft: (layers: readonly LayerText[] | null) => void;
}) => {
  const may = useHasRole('operator');
  const question = draft === null || !may ? null : { layers: draft };
  const { data: checked, error, stale } = useDebouncedQuery('policy.check', question);
  if (!may)
    return (
      <EmptyState
        title="Operators put another policy in force"
        text="They write it here, compare it with recorded calls, and activate it with a reason."
      />
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
        <Problem error={error} />
        <p className="policy-checked" role="status">
          {checked === undefined ? null : checked.ok ? (
            <>
              <Badge tone="good" icon="check" words="can be used" />{' '}
              {formatCount(checked.rules.length, 'rule')}
              {checked.policy.mode === 'observe' ? ', ONLY OBSERVES' : ''}
            </>
          ) : (
            <Badge tone="danger" icon="stop" words="cannot be used yet" />
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
