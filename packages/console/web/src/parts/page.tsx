import type { ReactNode } from 'react';

export interface PageProps {
  readonly title: string;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  /** Takes the height of the window: its parts scroll, not the page. */
  readonly fill?: boolean;
  readonly children?: ReactNode;
}

/** The frame of every page: its title, what can be done, and what is on it. */
export const Page = ({ title, actions, fill = false, children }: PageProps) => (
  <section className={fill ? 'page page-fill' : 'page'}>
    <header className="page-head">
      <h1>{title}</h1>
      {actions === undefined ? null : <div className="page-actions">{actions}</div>}
    </header>
    {children}
  </section>
);
