import { display } from '@callgate/core';
import type { ValueFlow, LabelStep, SessionCall } from '@callgate/operations/api';
import { outcomeWords, raisedLabels, stateWords } from '../parts/badge.tsx';

export const stateText = (state: SessionCall['state']): string =>
  state === 'approved' ? 'approved, not yet sent' : stateWords(state);

const labelText = ({ labels }: SessionCall): string => {
  const raised = raisedLabels(labels);
  return raised.length === 0 ? 'no labels' : raised.map((name) => `${name} ${labels[name]}`).join(' and ');
};

/** One call in a sentence, for those who hear the picture. */
export const callSentence = (
  call: SessionCall,
  index: number,
  of: number,
  raised: readonly LabelStep[],
): string =>
  [
    `Call ${index + 1} of ${of}: ${display(call.server, { max: 60 })}/${display(call.target, { max: 80 })}`,
    `${stateText(call.state)}, ${outcomeWords(call.outcome)}`,
    `judged on ${labelText(call)}`,
    ...raised.map(({ label, strength }) => `raised ${label} to ${strength}`),
    ...(call.outward === 'known' ? ['leads out'] : []),
    ...(call.trifecta ? ['private data, untrusted content and a way out meet here'] : []),
  ].join('; ');

export const labelsRaisedBy = (steps: readonly LabelStep[], call: string): readonly LabelStep[] =>
  steps.filter((step) => step.why === 'call' && step.call === call);

export const flowClass = ({ origin }: ValueFlow): 'untrusted' | 'nowhere' | 'person' | 'trusted' =>
  origin === 'untrusted' || origin === 'nowhere' || origin === 'person' ? origin : 'trusted';

/** `to`, `items[2].id`; the arguments as a whole where nothing is named. */
export const pathText = (path: readonly (string | number)[]): string =>
  path.length === 0
    ? 'the arguments'
    : path
        .map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`))
        .join('');

export const ORIGIN_WORDS: Readonly<Record<ValueFlow['origin'], string>> = {
  person: 'the person’s own words',
  created: 'made in this session',
  directory: 'an entry of a directory',
  trusted: 'trusted content',
  untrusted: 'untrusted content',
  nowhere: 'seen nowhere before',
};
