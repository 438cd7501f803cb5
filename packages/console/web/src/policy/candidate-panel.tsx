import { consoleMessages } from '@callgate/messages/console';
import type { CheckedPolicy, Comparison, EffectivePolicy, LayerText } from '@callgate/operations/api';
import { useState } from 'react';
import { Badge } from '../parts/badge.tsx';
import { Button, SelectField } from '../parts/form.tsx';
import { Card, EmptyState, Problem } from '../parts/page.tsx';
import { useHasRole } from '../shell/me.ts';
import { useChange, useRead } from '../shell/use-api.ts';
import { ActivateDialog, countLoosened, useComparison } from './activate-dialog.tsx';
import { ComparisonView } from './comparison-view.tsx';
import { MeaningPanel } from './meaning-panel.tsx';
import { LayerEditor } from './layer-editor.tsx';
import { TestsPanel } from './tests-panel.tsx';
import { RulesTable } from './rules-table.tsx';
import { useDebouncedQuery } from '../shell/use-debounced-query.ts';

const TEXT = consoleMessages.policy.edit;
const COMPARE = consoleMessages.policy.compare;

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
    text: TEXT.presetText({ preset }),
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
    [TEXT.startActive, TEXT.startActiveText, policy.layers] as const,
    ...(policy.activated === null
      ? []
      : [[TEXT.startConfigured, TEXT.startConfiguredText, policy.configured] as const]),
    ...presets.map(({ name, text }) => [TEXT.preset({ name }), presetWords(text), startingAt(name)] as const),
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
  name: COMPARE.last({ count: Number(value) }),
}));

/** Why what was compared cannot be activated now; undefined where it can. */
const staleReason = (
  comparison: Comparison,
  checked: CheckedPolicy,
  { policy }: EffectivePolicy,
): string | undefined => {
  if (!checked.ok || checked.digest !== comparison.digest) return COMPARE.textChanged;
  if (comparison.base.revision !== policy.revision) return COMPARE.policyChanged;
  if (checked.policy.revision === policy.revision) return COMPARE.same;
  return undefined;
};

const ComparisonProgress = ({ comparison }: { comparison: Comparison }) => {
  const stop = useChange('policy.stop');
  return (
    <div className="policy-progress">
      <progress max={comparison.of} value={comparison.done} aria-label={COMPARE.progress} />
      <span>{COMPARE.done({ done: comparison.done, total: comparison.of })}</span>
      <Button look="quiet" onClick={() => stop.mutate({ comparison: comparison.id })}>
        {COMPARE.stop}
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
    comparison === undefined || stale ? COMPARE.textChanged : staleReason(comparison, checked, policy);
  return (
    <Card title={COMPARE.title}>
      <p className="soft">{COMPARE.intro}</p>
      <div className="policy-compare-bar">
        <SelectField label={COMPARE.calls} value={calls} options={NUMBERS} onChange={setCalls} />
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
          {COMPARE.start}
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
                {COMPARE.activate}
              </Button>
              {reason === undefined ? null : <span className="soft">{reason}</span>}
            </div>
          </>
        ) : (
          <p role="alert">{comparison.problem ?? COMPARE.stopped}</p>
        )}
      </div>
      {asking && comparison !== undefined ? (
        <ActivateDialog
          title={consoleMessages.policy.activate.title}
          intro={consoleMessages.policy.activate.intro}
          comparison={comparison}
          verb={consoleMessages.policy.activate.action}
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
  if (!may) return <EmptyState title={TEXT.viewer} text={TEXT.viewerText} />;
  if (draft === null)
    return (
      <Card title={TEXT.start}>
        <StartFrom policy={policy} onStart={onDraft} />
      </Card>
    );
  return (
    <div className="policy-stack">
      <Card
        title={TEXT.title}
        actions={
          <Button look="quiet" onClick={() => onDraft(null)}>
            {TEXT.startOver}
          </Button>
        }
      >
        <LayerEditor layers={draft} findings={checked?.findings ?? []} onLayers={onDraft} />
        <Problem error={error} />
        <p className="policy-checked" role="status">
          {checked === undefined ? null : checked.ok ? (
            <>
              <Badge tone="good" icon="check" words={TEXT.valid} />{' '}
              {TEXT.ruleCount({ count: checked.rules.length })}
              {checked.policy.mode === 'observe' ? TEXT.observes : ''}
            </>
          ) : (
            <Badge tone="danger" icon="stop" words={TEXT.invalid} />
          )}
        </p>
      </Card>
      <TestsPanel draft={draft} isReady={checked?.ok === true && !stale} />
      <MeaningPanel
        draft={draft}
        revision={policy.policy.revision}
        isReady={checked?.ok === true && !stale}
      />
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
