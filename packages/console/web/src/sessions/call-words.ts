import { display } from '@callgate/core';
import type { LabelStep, StoryCall } from '@callgate/operations/api';

type State = StoryCall['state'];

export const STATE_WORDS: Readonly<Record<State, string>> = {
  blocked: 'blocked',
  held: 'held',
  approved: 'approved, not yet sent',
  refused: 'refused',
  expired: 'expired',
  withdrawn: 'withdrawn',
  dispatching: 'running',
  done: 'done',
  failed: 'failed',
  indeterminate: 'outcome unknown',
};

export const OUTCOME_WORDS: Readonly<Record<StoryCall['outcome'], string>> = {
  auto: 'runs by itself',
  confirm: 'needs a person',
  block: 'must not run',
};

export const toolText = ({ server, target }: Pick<StoryCall, 'server' | 'target'>): string =>
  `${display(server, { max: 60 })}/${display(target, { max: 80 })}`;

const labelText = ({ labels }: StoryCall): string => {
  const raised = (['private', 'untrusted'] as const).filter((name) => labels[name] !== 'none');
  return raised.length === 0 ? 'no labels' : raised.map((name) => `${name} ${labels[name]}`).join(' and ');
};

/** One call in a sentence, for those who hear the picture. */
export const callSentence = (
  call: StoryCall,
  index: number,
  of: number,
  raised: readonly LabelStep[],
): string =>
  [
    `Call ${index + 1} of ${of}: ${toolText(call)}`,
    `${STATE_WORDS[call.state]}, ${OUTCOME_WORDS[call.outcome]}`,
    `judged on ${labelText(call)}`,
    ...raised.map(({ label, strength }) => `raised ${label} to ${strength}`),
    ...(call.outward === 'known' ? ['leads out'] : []),
    ...(call.trifecta ? ['private data, untrusted content and a way out meet here'] : []),
  ].join('; ');

/** What a call raised itself. */
export const raisedBy = (steps: readonly LabelStep[], call: string): readonly LabelStep[] =>
  steps.filter((step) => step.why === 'call' && step.call === call);
