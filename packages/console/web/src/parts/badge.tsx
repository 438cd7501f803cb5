import type { JSX, ReactNode } from 'react';

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
  children,
}: {
  readonly tone?: Tone;
  /** More words, for those who stop to read. Never the only place they stand. */
  readonly title?: string;
  readonly children: ReactNode;
}): JSX.Element => (
  <span className={`badge badge-${tone}`} title={title}>
    {children}
  </span>
);
