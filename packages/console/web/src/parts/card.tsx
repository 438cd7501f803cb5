import type { ReactNode } from 'react';

/** A titled part of a page. */
export const Card = ({
  title,
  actions,
  tone,
  children,
}: {
  title?: ReactNode;
  actions?: ReactNode;
  tone?: 'danger' | 'warning' | 'untrusted' | 'private' | 'agentic' | 'ai';
  children: ReactNode;
}) => (
  <section className={tone === undefined ? 'card' : `card card-${tone}`}>
    {title === undefined && actions === undefined ? null : (
      <header className="card-head">
        {title === undefined ? null : <h2>{title}</h2>}
        {actions}
      </header>
    )}
    {children}
  </section>
);
