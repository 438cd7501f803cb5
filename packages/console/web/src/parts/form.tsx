import type { ButtonHTMLAttributes, InputHTMLAttributes, ReactNode, Ref } from 'react';
import { Icon } from './icon.tsx';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  /** `approve` and `refuse` are for those two alone; `refuse-first` where denying is the safer answer. */
  readonly look?: 'plain' | 'primary' | 'quiet' | 'danger' | 'approve' | 'refuse' | 'refuse-first';
  /** The key that does the same, shown beside the words. */
  readonly hotkey?: string;
}

export const Button = ({ look = 'plain', hotkey, children, ...rest }: ButtonProps) => (
  <button type="button" {...rest} className={`button button-${look}`} aria-keyshortcuts={hotkey}>
    {children}
    {hotkey === undefined ? null : <kbd aria-hidden="true">{hotkey}</kbd>}
  </button>
);

/** A label, what it names, and a word of help. */
export const Field = ({
  label,
  help,
  children,
}: {
  label: string;
  help?: string | undefined;
  children: ReactNode;
}) => (
  <label className="field">
    <span className="field-label">{label}</span>
    {children}
    {help === undefined ? null : <span className="field-help">{help}</span>}
  </label>
);

interface TextFieldProps extends Omit<
  InputHTMLAttributes<HTMLTextAreaElement & HTMLInputElement>,
  'onChange'
> {
  readonly label: string;
  readonly help?: string | undefined;
  /** Several lines may be written. */
  readonly rows?: number | undefined;
  readonly onChange: (text: string) => void;
}

export const TextField = ({ label, help, rows, onChange, ...rest }: TextFieldProps) => (
  <Field label={label} help={help}>
    {rows === undefined ? (
      <input type="text" {...rest} onChange={({ target }) => onChange(target.value)} />
    ) : (
      <textarea rows={rows} {...rest} onChange={({ target }) => onChange(target.value)} />
    )}
  </Field>
);

export const SearchField = ({
  label,
  placeholder,
  value,
  field,
  onChange,
}: {
  label: string;
  placeholder: string;
  value: string;
  field: Ref<HTMLInputElement>;
  onChange: (text: string) => void;
}) => (
  <label className="search">
    <Icon name="search" />
    <span className="hidden-words">{label}</span>
    <input
      ref={field}
      type="search"
      value={value}
      maxLength={200}
      placeholder={placeholder}
      onChange={({ target }) => onChange(target.value)}
    />
  </label>
);

interface TickProps {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** One of those with the same name. */
  readonly radio?: string;
}

export const Checkbox = ({ label, checked, radio, onChange }: TickProps) => (
  <label className="checkbox">
    <input
      type={radio === undefined ? 'checkbox' : 'radio'}
      name={radio}
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
    />
    <span>{label}</span>
  </label>
);

export interface Option<V extends string> {
  readonly value: V;
  readonly name: string;
}

interface SelectProps<V extends string> {
  readonly value: V;
  readonly options: readonly Option<V>[];
  readonly onChange: (value: V) => void;
  readonly className?: string;
}

export const Select = <V extends string>({
  value,
  options,
  className = 'select',
  label,
  onChange,
}: SelectProps<V> & { label?: string }) => (
  <select
    className={className}
    aria-label={label}
    value={value}
    onChange={({ target }) => {
      const chosen = options.find((option) => option.value === target.value);
      if (chosen !== undefined) onChange(chosen.value);
    }}
  >
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.name}
      </option>
    ))}
  </select>
);

export const SelectField = <V extends string>({ label, ...rest }: SelectProps<V> & { label: string }) => (
  <Field label={label}>
    <Select {...rest} />
  </Field>
);

/** One of two or three, all in sight. */
export const Switch = <V extends string>({
  label,
  options,
  value,
  className,
  onChange,
}: SelectProps<V> & { label: string }) => (
  <div className={className} role="group" aria-label={label}>
    {options.map((option) => (
      <button
        key={option.value}
        type="button"
        aria-pressed={option.value === value}
        onClick={() => onChange(option.value)}
      >
        {option.name}
      </button>
    ))}
  </div>
);
