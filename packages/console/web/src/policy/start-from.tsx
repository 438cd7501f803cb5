import type { EffectivePolicy, LayerText } from '@callgate/operations/api';
import { Button } from '../parts/button.tsx';
import { useRead } from '../shell/use-api.ts';

/** What a preset says of itself at its top. */
const wordsOf = (text: string): string => {
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
    text: [
      `extends: ${preset}`,
      '',
      '# Rules of your own come here, for example:',
      '# rules:',
      '#   - id: no-mail-at-night',
      '#     tools: "*/send_*"',
      '#     when: time.hour >= 22',
      '#     then: block',
      '#     reason: mail waits until the morning',
      '',
    ].join('\n'),
  },
];

/** Where to begin. */
export const StartFrom = ({
  policy,
  onStart,
}: {
  policy: EffectivePolicy;
  onStart: (layers: readonly LayerText[]) => void;
}) => {
  const presets = useRead('policy.presets', {});
  return (
    <ul className="policy-starts">
      <li>
        <Button onClick={() => onStart(policy.layers)}>The policy in force</Button>
        <span className="policy-soft">with all its layers, to change something in it</span>
      </li>
      {policy.activated === null ? null : (
        <li>
          <Button onClick={() => onStart(policy.configured)}>The configuration’s policy</Button>
          <span className="policy-soft">which is not used now</span>
        </li>
      )}
      {(presets.data ?? []).map(({ name, text }) => (
        <li key={name}>
          <Button onClick={() => onStart(startingAt(name))}>Preset {name}</Button>
          <span className="policy-soft">{wordsOf(text)}</span>
        </li>
      ))}
    </ul>
  );
};
