import type { JSX, ReactNode } from 'react';

/** A label, what it names, and a word of help. */
export const Field = ({
  label,
  help,
  children,
}: {
  readonly label: string;
  readonly help?: string;
  readonly children: ReactNode;
}): JSX.Element => (
  <label className="field">
    <span className="field-label">{label}</span>
    {children}
    {help === undefined ? null : <span className="field-help">{help}</span>}
  </label>
);
