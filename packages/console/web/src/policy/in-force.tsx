import type { EffectivePolicy, LayerText } from '@callgate/operations/api';
import { useState } from 'react';
import { Badge } from '../parts/badge.tsx';
import { Button } from '../parts/button.tsx';
import { Card } from '../parts/card.tsx';
import { Time, duration } from '../parts/time.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import { useMay } from '../shell/me.ts';
import { Findings } from './findings.tsx';
import { RestoreDialog } from './restore-dialog.tsx';
import { RulesTable } from './rules-table.tsx';
import { SourceText } from './source-text.tsx';

/** Enough of a digest to tell two apart; the whole one on hover. */
export const Revision = ({ revision }: { revision: string }) => (
  <code title={revision}>{revision.slice(0, 19)}…</code>
);

const Activated = ({ policy, onRestore }: { policy: EffectivePolicy; onRestore: () => void }) => {
  const may = useMay('operator');
  if (policy.activated === null) return null;
  const { by, reason, at } = policy.activated;
  return (
    <Card
      tone="warning"
      title="In place of the configuration’s policy"
      actions={may ? <Button onClick={onRestore}>Go back to the configuration</Button> : undefined}
    >
      <p>
        <Untrusted className="policy-prose" text={by} max={80} /> activated this policy, <Time at={at} />:{' '}
        <Untrusted className="policy-prose" text={reason} max={600} />
      </p>
      <p className="policy-soft">
        The configuration names {policy.configured.map(({ name }) => name).length === 1 ? '' : 'the layers '}
        {policy.configured.map(({ name }, index) => (
          <span key={name}>
            {index === 0 ? '' : ', '}
            <Untrusted text={name} max={120} />
          </span>
        ))}
        ; that is not used.
      </p>
    </Card>
  );
};

const Layers = ({ layers }: { layers: readonly LayerText[] }) => (
  <Card title="Layers as they were written">
    <p className="policy-soft">
      In this order. A later layer tightens freely and relaxes only what was delegated to it.
    </p>
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

/** What calls are judged by now. */
export const InForce = ({
  policy,
  onChange,
}: {
  policy: EffectivePolicy;
  onChange: (layers: readonly LayerText[]) => void;
}) => {
  const may = useMay('operator');
  const [restoring, setRestoring] = useState(false);
  const { name, revision, mode, timeoutCapMs } = policy.policy;
  return (
    <div className="policy-stack">
      <div className="policy-head">
        <p className="policy-name">
          <Untrusted className="policy-prose" text={name} max={120} />
          {mode === 'observe' ? (
            <Badge tone="danger" icon="warning">
              only observes
            </Badge>
          ) : (
            <Badge tone="good" icon="check">
              enforced
            </Badge>
          )}
        </p>
        <p className="policy-soft">
          {policy.rules.length} rules, revision <Revision revision={revision} />
          {timeoutCapMs === null ? '' : `, no call longer than ${duration(timeoutCapMs)}`}
        </p>
        {may ? <Button onClick={() => onChange(policy.layers)}>Write another from this</Button> : null}
      </div>
      {mode === 'observe' ? (
        <Card tone="danger" title="This policy only observes">
          <p>Outcomes are computed and recorded. Nothing is held and nothing is blocked.</p>
        </Card>
      ) : null}
      <Activated policy={policy} onRestore={() => setRestoring(true)} />
      {policy.findings.length === 0 ? null : (
        <Card tone="warning" title="What its authors should know">
          <Findings findings={policy.findings} />
        </Card>
      )}
      <RulesTable rules={policy.rules} />
      {policy.hints.length === 0 ? null : (
        <Card title="Hints of its own">
          <ul className="policy-list">
            {policy.hints.map((hint) => (
              <li key={hint.name}>
                <Untrusted text={`tool.${hint.name}`} /> from <Untrusted text={hint.key} />:{' '}
                <Untrusted className="policy-prose" text={hint.description} />
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
