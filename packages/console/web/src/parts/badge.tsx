import type { Labels as SessionLabels, Outcome as OutcomeName } from '@callgate/core';
import type { LabelName, LabelStrength } from '@callgate/core/label';
import type { CallState as StateName } from '@callgate/gate/record';
import { consoleMessages } from '@callgate/messages/console';
import { decisionMessages } from '@callgate/messages/decision';
import type { ReactNode } from 'react';
import { type IconName, Icon } from './icon.tsx';

export type Tone =
  | 'neutral'
  | 'auto'
  | 'confirm'
  | 'block'
  | 'danger'
  | 'warning'
  | 'private'
  | 'untrusted'
  | 'agentic'
  | 'ai'
  | 'good';

export interface BadgeLook {
  readonly tone?: Tone;
  readonly icon?: IconName | undefined;
  readonly words?: ReactNode;
}

export const Badge = ({
  tone = 'neutral',
  icon,
  words,
  title,
  quiet = false,
  children,
}: BadgeLook & {
  /** More words, for those who stop to read. Never the only place they stand. */
  title?: string | undefined;
  /** Outlined only, for what need not be noticed first. */
  quiet?: boolean;
  children?: ReactNode;
}) => (
  <span className={`badge badge-${tone}${quiet ? ' badge-quiet' : ''}`} title={title}>
    {icon === undefined ? null : <Icon name={icon} />}
    {words}
    {children}
  </span>
);

const TEXT = consoleMessages.terms;

export const CALL_STATE_LOOKS: Readonly<Record<StateName, { readonly tone: Tone; readonly icon: IconName }>> =
  {
    blocked: { tone: 'block', icon: 'stop' },
    held: { tone: 'confirm', icon: 'hand' },
    approved: { tone: 'auto', icon: 'check' },
    refused: { tone: 'block', icon: 'cross' },
    expired: { tone: 'neutral', icon: 'clock' },
    withdrawn: { tone: 'neutral', icon: 'undo' },
    dispatching: { tone: 'agentic', icon: 'flow' },
    done: { tone: 'auto', icon: 'check' },
    failed: { tone: 'danger', icon: 'warning' },
    indeterminate: { tone: 'warning', icon: 'warning' },
  };

const isState = (state: string): state is StateName => Object.hasOwn(CALL_STATE_LOOKS, state);

/** The screen word of a state; a later version may have more states. */
export const stateText = (state: string): string => (isState(state) ? TEXT.states[state] : state);

export const CallStateBadge = ({ state }: { state: StateName }) => (
  <Badge
    {...CALL_STATE_LOOKS[state]}
    words={TEXT.states[state]}
    title={state === 'indeterminate' ? TEXT.unknownResult : undefined}
  />
);

const OUTCOME_ICONS = { auto: 'check', confirm: 'hand', block: 'stop' } as const;

export const outcomeMeaning = (outcome: OutcomeName): string => TEXT.outcomeMeanings[outcome];

/** What was decided. `enforced: false` says that it was computed and not acted on. */
export const OutcomeBadge = ({ outcome, enforced = true }: { outcome: OutcomeName; enforced?: boolean }) => {
  const [name, meaning] = [TEXT.outcomes[outcome], TEXT.outcomeMeanings[outcome]];
  return (
    <Badge
      tone={outcome}
      icon={OUTCOME_ICONS[outcome]}
      words={enforced ? name : TEXT.observedOnly({ outcome: name })}
      title={enforced ? meaning : TEXT.observedOnlyMeaning({ meaning })}
    />
  );
};

export const LABEL_ICONS = { private: 'lock', untrusted: 'globe' } as const;

export const LABEL_NAMES: readonly LabelName[] = ['private', 'untrusted'];

export const labelText = (label: LabelName, strength: LabelStrength): string =>
  decisionMessages.label[label][strength];

export const raisedLabels = (labels: SessionLabels): readonly LabelName[] =>
  LABEL_NAMES.filter((name) => labels[name] !== 'none');

/** What a session has read. `none` shows nothing of a label; where there is none at all, that is said. */
export const LabelBadges = ({ labels }: { labels: SessionLabels }) => {
  const raised = raisedLabels(labels);
  if (raised.length === 0) return <span className="labels-none">{decisionMessages.label.none}</span>;
  return (
    <span className="badges">
      {raised.map((name) => (
        <Badge
          key={name}
          tone={name}
          icon={LABEL_ICONS[name]}
          quiet={labels[name] === 'possible'}
          words={labelText(name, labels[name])}
        />
      ))}
    </span>
  );
};
