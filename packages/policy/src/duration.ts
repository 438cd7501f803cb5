const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `250ms`, `30s`, `5m`, `2h`, `7d` in milliseconds; undefined if it is nothing of the kind. */
export const parseDuration = (text: string): number | undefined => {
  const match = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text);
  const unit = UNITS[match?.[2] ?? ''];
  const value = unit === undefined ? undefined : Number(match?.[1]) * unit;
  return value === undefined || value === 0 ? undefined : value;
};
