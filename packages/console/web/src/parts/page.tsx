import type { JSX, ReactNode } from 'react';

export interface PageProps {
  readonly title: string;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

/** The frame of every page: its title, what can be done, and what is on it. */
export const Page = ({ title, actions, children }: PageProps): JSX.Element => (
  <section className="page">
    <header className="page-head">
      <h1>{title}</h1>
      {actions === undefined ? null : <div className="page-actions">{actions}</div>}
    </header>
    {children}
  </section>
);
