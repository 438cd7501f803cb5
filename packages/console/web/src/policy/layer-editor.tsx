import type { LayerText, PolicyFinding } from '@callgate/operations/api';
import { display } from '@callgate/core';
import { useEffect, useId, useRef, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { Findings } from './findings.tsx';
import { TextEditor, goTo } from './text-editor.tsx';

const freshName = (layers: readonly LayerText[]): string => {
  for (let number = layers.length + 1; ; number += 1) {
    const name = `layer-${number}.yaml`;
    if (!layers.some((layer) => layer.name === name)) return name;
  }
};

/** The layers of a policy that is being written, with what is wrong beside them. */
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
      label="Layers"
      tabs={layers.map(({ name }, index) => ({
        id: String(index),
        name: `${index + 1}. ${display(name, { max: 60 })}`,
        count: findings.filter(({ file }) => file === name).length,
      }))}
      value={String(at)}
      onChange={(id) => setChosen(Number(id))}
    >
      <div className="policy-layer-bar">
        <Field label="Name of the layer">
          <input type="text" value={layer.name} onChange={({ target }) => put({ name: target.value })} />
        </Field>
        <Button
          look="quiet"
          onClick={() => {
            onLayers([...layers, { name: freshName(layers), text: 'rules: []\n' }]);
            setChosen(layers.length);
          }}
        >
          Add a layer
        </Button>
        {layers.length === 1 ? null : (
          <Button
            look="quiet"
            onClick={() => {
              onLayers(layers.filter((_, index) => index !== at));
              setChosen(0);
            }}
          >
            Remove this layer
          </Button>
        )}
      </div>
      <TextEditor
        ref={area}
        label={`Text of ${display(layer.name, { max: 60 })}`}
        text={layer.text}
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
