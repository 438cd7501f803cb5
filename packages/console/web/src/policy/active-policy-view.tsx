import { consoleMessages } from '@callgate/messages/console';
import type { EffectivePolicy, LayerText } from '@callgate/operations/api';
import { useState } from 'react';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/form.tsx';
import { Card } from '../parts/page.tsx';
import { Sentence } from '../parts/sentence.tsx';
import { Time, formatDuration } from '../parts/time.tsx';
import { NameList, Untrusted } from '../parts/untrusted.tsx';
import { useHasRole } from '../shell/me.ts';
import { RestoreDialog } from './activate-dialog.tsx';
import { Findings } from './layer-editor.tsx';
import { RulesTable } from './rules-table.tsx';

const TEXT = consoleMessages.policy.active;

const MOST_LINES = 5000;

const SourceText = ({ text }: { text: string }) => {
  const lines = text.replace(/\n$/, '').split('\n');
  return (
    // a long line is scrolled to with the arrow keys
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className="policy-source" role="group" aria-label={TEXT.source} tabIndex={0}>
      <ol>
        {lines.slice(0, MOST_LINES).map((line, index) => (
          <li key={index}>
            <Untrusted text={line} max={2000} />
          </li>
        ))}
      </ol>
      {lines.length > MOST_LINES ? <p>{TEXT.moreLines({ count: lines.length - MOST_LINES })}</p> : null}
    </div>
  );
};

const ActivationNotice = ({ policy, onRestore }: { policy: EffectivePolicy; onRestore: () => void }) => {
  const may = useHasRole('operator');
  if (policy.activated === null) return null;
  const { by, reason, at } = policy.activated;
  return (
    <Card
      tone="warning"
      title={TEXT.replaced}
      actions={may ? <Button onClick={onRestore}>{TEXT.restore}</Button> : undefined}
    >
      <p>
        <Sentence
          parts={TEXT.activatedBy({
            who: <Untrusted className="prose" text={by} max={80} />,
            time: <Time at={at} />,
            reason: <Untrusted className="prose" text={reason} max={600} />,
          })}
        />
      </p>
      <p className="soft">
        <Sentence
          parts={TEXT.notUsed({
            layers: <NameList texts={policy.configured.map(({ name }) => name)} max={120} />,
          })}
        />
      </p>
    </Card>
  );
};

const Layers = ({ layers }: { layers: readonly LayerText[] }) => (
  <Card title={TEXT.layers}>
    <p className="soft">{TEXT.layersText}</p>
    {layers.map(({ name, text }, index) => (
      <details key={name} className="policy-layer" open={layers.length === 1}>
        <summary>
          <span className="policy-layer-number">{index + 1}</span> <Untrusted text={name} max={200} />
        </summary>
        <SourceText text={text} />
      </details>
    ))}
  </Card>
);

export const ActivePolicyView = ({
  policy,
  onChange,
}: {
  policy: EffectivePolicy;
  onChange: (layers: readonly LayerText[]) => void;
}) => {
  const may = useHasRole('operator');
  const [restoring, setRestoring] = useState(false);
  const { name, revision, mode, timeoutCapMs } = policy.policy;
  return (
    <div className="policy-stack">
      <div className="policy-head">
        <p className="policy-name">
          <Untrusted className="prose" text={name} max={120} />
          {mode === 'observe' ? (
            <Badge tone="danger" icon="warning" words={TEXT.observes} />
          ) : (
            <Badge tone="good" icon="check" words={TEXT.enforced} />
          )}
        </p>
        <p className="soft">
          <Sentence
            parts={TEXT.summary({
              rules: policy.rules.length,
              revision: <code title={revision}>{TEXT.revision({ start: revision.slice(0, 19) })}</code>,
            })}
          />
          {timeoutCapMs === null ? '' : TEXT.timeout({ time: formatDuration(timeoutCapMs) })}
        </p>
        {may ? <Button onClick={() => onChange(policy.layers)}>{TEXT.edit}</Button> : null}
      </div>
      {mode === 'observe' ? (
        <Card tone="danger" title={TEXT.observesTitle}>
          <p>{TEXT.observesText}</p>
        </Card>
      ) : null}
      <ActivationNotice policy={policy} onRestore={() => setRestoring(true)} />
      {policy.findings.length === 0 ? null : (
        <Card tone="warning" title={TEXT.findings}>
          <Findings findings={policy.findings} />
        </Card>
      )}
      <RulesTable rules={policy.rules} />
      {policy.hints.length === 0 ? null : (
        <Card title={TEXT.hints}>
          <ul className="policy-list">
            {policy.hints.map((hint) => (
              <li key={hint.name}>
                <Sentence
                  parts={TEXT.hint({
                    name: <Untrusted text={`tool.${hint.name}`} />,
                    key: <Untrusted text={hint.key} />,
                    description: <Untrusted className="prose" text={hint.description} />,
                  })}
                />
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Layers layers={policy.layers} />
      {restoring ? <RestoreDialog onClose={() => setRestoring(false)} /> : null}
    </div>
  );
};
