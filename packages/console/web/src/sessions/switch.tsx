/** One of two or three, all in sight. */
export const Switch = <V extends string>({
  label,
  options,
  value,
  onChange,
}: {
  label: string;
  options: readonly { value: V; name: string }[];
  value: V;
  onChange: (value: V) => void;
}) => (
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
