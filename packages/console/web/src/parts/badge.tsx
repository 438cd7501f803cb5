import type { ReactNode } from 'react';
import type { IconName } from './icon.tsx';
import { Icon } from './icon.tsx';

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

export const Badge = ({
  tone = 'neutral',
  title,
  icon,
  quiet = false,
  children,
}: {
  tone?: Tone;
  /** More words, for those who stop to read. Never the only place they stand. */
  title?: string | undefined;
  icon?: IconName | undefined;
  /** Outlined only, for what need not be noticed first. */
  quiet?: boolean;
  children: ReactNode;
}) => (
  <span className={`badge badge-${tone}${quiet ? ' badge-quiet' : ''}`} title={title}>
    {icon === undefined ? null : <Icon name={icon} />}
    {children}
  </span>
);
