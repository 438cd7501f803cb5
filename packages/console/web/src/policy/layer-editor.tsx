import { display } from '@callgate/core';
import { consoleMessages } from '@callgate/messages/console';
import type { LayerText, PolicyFinding } from '@callgate/operations/api';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Button, TextField } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { Untrusted } from '../parts/untrusted.tsx';
import { CompletionList, useCompletions } from './completion-list.tsx';

const TEXT = consoleMessages.policy.edit;

const Words = ({ finding }: { finding: PolicyFinding }) => (
  <>
    <span className="policy-finding-kind">{TEXT.severities[finding.severity]}</span>{' '}
    <Untrusted className="prose" text={finding.message} />
    {finding.help === undefined ? null : (
      <span className="policy-finding-help">
        {' '}
        <Untrusted className="prose" text={finding.help} />
      </span>
    )}
  </>
);

/** What is wrong or surprising, with its place. `onGo` leads there. */
export const Findings = ({
  findings,
  onGo,
}: {
  findings: readonly PolicyFinding[];
  onGo?: (finding: PolicyFinding) => void;
}) => (
  <ul className="policy-findings">
    {findings.map((finding, index) => (
      <li key={index} className={`policy-finding policy-finding-${finding.severity}`}>
        <Icon name={finding.severity === 'error' ? 'stop' : 'warning'} />
        <div>
          {onGo === undefined || finding.file.startsWith('preset:') ? (
            <span className="policy-place">
              <Untrusted text={finding.file} max={120} />:{finding.line}:{finding.column}
            </span>
          ) : (
            <button type="button" className="policy-place" onClick={() => onGo(finding)}>
              <Untrusted text={finding.file} max={120} />:{finding.line}:{finding.column}
            </button>
          )}{' '}
          <Words finding={finding} />
        </div>
      </li>
    ))}
  </ul>
);

const LEAST_LINES = 10;

/** A plain text field with the numbers of its lines; lines with a problem are marked, and the problem is named beside. */
const TextEditor = ({
  label,
  layers,
  layer,
  findings,
  describedBy,
  onText,
  area,
}: {
  label: string;
  layers: readonly LayerText[];
  /** Which of them is edited. */
  layer: number;
  /** Of this text only. */
  findings: readonly PolicyFinding[];
  describedBy: string;
  onText: (text: string) => void;
  area: RefObject<HTMLTextAreaElement | null>;
}) => {
  const text = layers[layer]?.text ?? '';
  const completions = useCompletions(layers, layer, area, onText);
  const lines = text.split('\n');
  const count = Math.max(LEAST_LINES, lines.length);
  const longest = lines.reduce((most, line) => Math.max(most, line.length), 0);
  const worst = new Map<number, PolicyFinding['severity']>();
  for (const { line, severity } of findings) if (worst.get(line) !== 'error') worst.set(line, severity);
  return (
    <>
      <div className="policy-editor">
        <ol className="policy-gutter" aria-hidden="true">
          {Array.from({ length: count }, (_, index) => {
            const severity = worst.get(index + 1);
            return (
              <li key={index} className={severity === undefined ? '' : `policy-gutter-${severity}`}>
                {severity === undefined ? '' : severity === 'error' ? '× ' : '! '}
                {index < lines.length ? index + 1 : ''}
              </li>
            );
          })}
        </ol>
        <textarea
          ref={area}
          className="policy-text"
          aria-label={label}
          aria-describedby={describedBy}
          aria-invalid={findings.some(({ severity }) => severity === 'error')}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          wrap="off"
          rows={count}
          cols={longest + 4}
          value={text}
          onChange={({ target }) => onText(target.value)}
          {...completions.field}
        />
      </div>
      <CompletionList completions={completions} />
    </>
  );
};

const goTo = (area: HTMLTextAreaElement | null, line: number, column: number): void => {
  if (area === null) return;
  const before = area.value.split('\n').slice(0, line - 1);
  const at = before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
  area.focus();
  area.setSelectionRange(at, at);
};

const freshName = (layers: readonly LayerText[]): string => {
  for (let number = layers.length + 1; ; number += 1) {
    const name = `layer-${number}.yaml`;
    if (!layers.some((layer) => layer.name === name)) return name;
  }
};

export const LayerEditor = ({
  layers,
  findings,
  onLayers,
}: {
  layers: readonly LayerText[];
  findings: readonly PolicyFinding[];
  onLayers: (layers: readonly LayerText[]) => void;
}) => {
  const [chosen, setChosen] = useState(0);
  const [going, setGoing] = useState<PolicyFinding>();
  const area = useRef<HTMLTextAreaElement>(null);
  const told = useId();
  const at = Math.min(chosen, layers.length - 1);
  const layer = layers[at];
  useEffect(() => {
    if (going === undefined) return;
    goTo(area.current, going.line, going.column);
    setGoing(undefined);
  }, [going]);
  if (layer === undefined) return <></>;
  const put = (change: Partial<LayerText>): void =>
    onLayers(layers.map((each, index) => (index === at ? { ...each, ...change } : each)));
  return (
    <Tabs
      label={TEXT.layers}
      tabs={layers.map(({ name }, index) => ({
        id: String(index),
        name: TEXT.layer({ number: index + 1, name: display(name, { max: 60 }) }),
        count: findings.filter(({ file }) => file === name).length,
      }))}
      value={String(at)}
      onChange={(id) => setChosen(Number(id))}
    >
      <div className="policy-layer-bar">
        <TextField label={TEXT.layerName} value={layer.name} onChange={(name) => put({ name })} />
        <Button
          look="quiet"
          onClick={() => {
            onLayers([...layers, { name: freshName(layers), text: 'rules: []\n' }]);
            setChosen(layers.length);
          }}
        >
          {TEXT.addLayer}
        </Button>
        {layers.length === 1 ? null : (
          <Button
            look="quiet"
            onClick={() => {
              onLayers(layers.filter((_, index) => index !== at));
              setChosen(0);
            }}
          >
            {TEXT.removeLayer}
          </Button>
        )}
      </div>
      <TextEditor
        key={at}
        area={area}
        label={TEXT.layerText({ name: display(layer.name, { max: 60 }) })}
        layers={layers}
        layer={at}
        findings={findings.filter(({ file }) => file === layer.name)}
        describedBy={told}
        onText={(text) => put({ text })}
      />
      <div id={told} role="status">
        {findings.length === 0 ? null : (
          <Findings
            findings={findings}
            onGo={(finding) => {
              const index = layers.findIndex(({ name }) => name === finding.file);
              if (index === -1) return;
              setChosen(index);
              setGoing(finding);
            }}
          />
        )}
      </div>
    </Tabs>
  );
};
