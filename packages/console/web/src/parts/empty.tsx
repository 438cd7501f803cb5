import type { JSX, ReactNode } from 'react';

/** What stands where there is nothing: what would be here, and how it comes. */
export const Empty = ({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ReactNode;
}): JSX.Element => (
  <div className="empty">
    <p className="empty-title">{title}</p>
    {children}
  </div>
);
