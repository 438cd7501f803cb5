import type { JSX } from 'react';

/** One of two or three, all in sight. */
export const Switch = <V extends string>({
  label,
  options,
  value,
  onChange,
}: {
  readonly label: string;
  readonly options: readonly { readonly value: V; readonly name: string }[];
  readonly value: V;
  readonly onChange: (value: V) => void;
}): JSX.Element => (
  <span className="sessions-switch" role="group" aria-label={label}>
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
  </span>
);
