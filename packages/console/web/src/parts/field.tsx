import type { ReactNode } from 'react';

/** A label, what it names, and a word of help. */
export const Field = ({ label, help, children }: { label: string; help?: string; children: ReactNode }) => (
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
  label: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}) => (
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
  value: V;
  options: readonly { value: V; name: string }[];
  disabled?: boolean;
  onChange: (value: V) => void;
}) => (
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
