import type { ReactNode } from 'react';

/** What stands where there is nothing: what would be here, and how it comes. */
export const Empty = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className="empty">
    <p className="empty-title">{title}</p>
    {children}
  </div>
);
