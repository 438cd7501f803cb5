import type { Labels as SessionLabels, Outcome as OutcomeName } from '@callgate/core';
import type { LabelName } from '@callgate/core/label';
import type { CallState as StateName } from '@callgate/gate/record';
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

const STATES: Readonly<Record<StateName, BadgeLook & { readonly words: string }>> = {
  blocked: { tone: 'block', icon: 'stop', words: 'blocked' },
  held: { tone: 'confirm', icon: 'hand', words: 'held' },
  approved: { tone: 'auto', icon: 'check', words: 'approved' },
  refused: { tone: 'block', icon: 'cross', words: 'refused' },
  expired: { tone: 'neutral', icon: 'clock', words: 'expired' },
  withdrawn: { tone: 'neutral', icon: 'undo', words: 'withdrawn' },
  dispatching: { tone: 'agentic', icon: 'flow', words: 'running' },
  done: { tone: 'auto', icon: 'check', words: 'done' },
  failed: { tone: 'danger', icon: 'warning', words: 'failed' },
  indeterminate: { tone: 'warning', icon: 'warning', words: 'outcome unknown' },
};

export const stateWords = (state: StateName): string => STATES[state].words;

export const CallStateBadge = ({ state }: { state: StateName }) => <Badge {...STATES[state]} />;

const OUTCOMES = {
  auto: { icon: 'check', words: 'runs by itself' },
  confirm: { icon: 'hand', words: 'needs a person' },
  block: { icon: 'stop', words: 'must not run' },
} as const;

export const outcomeWords = (outcome: OutcomeName): string => OUTCOMES[outcome].words;

/** What was decided. `enforced: false` says that it was computed and not acted on. */
export const OutcomeBadge = ({ outcome, enforced = true }: { outcome: OutcomeName; enforced?: boolean }) => {
  const { icon, words } = OUTCOMES[outcome];
  return (
    <Badge tone={outcome} icon={icon} title={enforced ? words : `${words}; only observed, not enforced`}>
      {outcome}
      {enforced ? null : ' (observed)'}
    </Badge>
  );
};

/** The labels there are, with what a session that has one has touched. */
export const LABELS = {
  private: { icon: 'lock', touched: 'private data' },
  untrusted: { icon: 'globe', touched: 'untrusted content' },
} as const;

export const LABEL_NAMES: readonly LabelName[] = ['private', 'untrusted'];

export const raisedLabels = (labels: SessionLabels): readonly LabelName[] =>
  LABEL_NAMES.filter((name) => labels[name] !== 'none');

/** What a session has touched. `none` shows nothing of a label; where there is none at all, that is said. */
export const LabelBadges = ({ labels }: { labels: SessionLabels }) => {
  const raised = raisedLabels(labels);
  if (raised.length === 0) return <span className="labels-none">no labels</span>;
  return (
    <span className="badges">
      {raised.map((name) => (
        <Badge
          key={name}
          tone={name}
          icon={LABELS[name].icon}
          quiet={labels[name] === 'possible'}
          title={`${labels[name] === 'known' ? 'has touched' : 'may have touched'} ${LABELS[name].touched}`}
        >
          {name} {labels[name]}
        </Badge>
      ))}
    </span>
  );
};
