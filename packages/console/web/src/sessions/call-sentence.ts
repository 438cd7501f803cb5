import { display } from '@callgate/core';
import { consoleMessages } from '@callgate/messages/console';
import { decisionMessages } from '@callgate/messages/decision';
import type { ValueFlow, LabelStep, SessionCall } from '@callgate/operations/api';
import { labelText, outcomeMeaning, raisedLabels, stateText } from '../parts/badge.tsx';

const TEXT = consoleMessages.sessions;

export const callStateText = (state: SessionCall['state']): string =>
  state === 'approved' ? TEXT.call.approvedUnsent : stateText(state);

const labelsText = ({ labels }: SessionCall): string => {
  const raised = raisedLabels(labels);
  return raised.length === 0
    ? decisionMessages.label.none
    : raised.map((name) => labelText(name, labels[name])).join(TEXT.chart.and);
};

/** One call in a sentence, for those who hear the picture. */
export const callSentence = (
  call: SessionCall,
  index: number,
  of: number,
  raised: readonly LabelStep[],
): string =>
  [
    TEXT.chart.call({
      number: index + 1,
      total: of,
      tool: `${display(call.server, { max: 60 })}/${display(call.target, { max: 80 })}`,
    }),
    TEXT.chart.decided({ state: callStateText(call.state), outcome: outcomeMeaning(call.outcome) }),
    TEXT.chart.labels({ labels: labelsText(call) }),
    ...raised.map(({ label, strength }) => TEXT.chart.raised({ label: labelText(label, strength) })),
    ...(call.outward === 'known' ? [TEXT.chart.outward] : []),
    ...(call.trifecta ? [TEXT.chart.trifecta] : []),
  ].join('; ');

export const labelsRaisedBy = (steps: readonly LabelStep[], call: string): readonly LabelStep[] =>
  steps.filter((step) => step.why === 'call' && step.call === call);

export const flowClass = ({ origin }: ValueFlow): 'untrusted' | 'nowhere' | 'person' | 'trusted' =>
  origin === 'untrusted' || origin === 'nowhere' || origin === 'person' ? origin : 'trusted';

/** `to`, `items[2].id`; the arguments as a whole where nothing is named. */
export const pathText = (path: readonly (string | number)[]): string =>
  path.length === 0
    ? TEXT.call.wholeArguments
    : path
        .map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`))
        .join('');
