import type { ButtonHTMLAttributes } from 'react';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  /** `approve` and `refuse` are for those two alone. */
  readonly look?: 'plain' | 'primary' | 'quiet' | 'danger' | 'approve' | 'refuse';
  /** The key that does the same, shown beside the words. */
  readonly hotkey?: string;
}

export const Button = ({ look = 'plain', hotkey, children, ...rest }: ButtonProps) => (
  <button type="button" {...rest} className={`button button-${look}`} aria-keyshortcuts={hotkey}>
    {children}
    {hotkey === undefined ? null : <kbd aria-hidden="true">{hotkey}</kbd>}
  </button>
);
