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

/** A box to tick, with its words after it. */
export const Checkbox = ({
  label,
  checked,
  disabled = false,
  onChange,
}: {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}): JSX.Element => (
  <label className="checkbox">
    <input
      type="checkbox"
      checked={checked}
      disabled={disabled}
      onChange={({ target }) => onChange(target.checked)}
    />
    <span>{label}</span>
  </label>
);

/** One of a few, from a list that opens. */
export const Select = <V extends string>({
  value,
  options,
  disabled = false,
  onChange,
}: {
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly name: string }[];
  readonly disabled?: boolean;
  readonly onChange: (value: V) => void;
}): JSX.Element => (
  <select
    className="select"
    value={value}
    disabled={disabled}
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
