const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const SIZES: Readonly<Record<string, number>> = { B: 1, KiB: 1024, MiB: 1_048_576 };

/** `250ms`, `30s`, `5m`, `2h`, `7d` in milliseconds; undefined if it is nothing of the kind. */
export const readDuration = (text: string): number | undefined => {
  const match = /^(\d{1,9})(ms|s|m|h|d)$/.exec(text);
  const value = Number(match?.[1]) * (UNITS[match?.[2] ?? ''] ?? Number.NaN);
  return value > 0 ? value : undefined;
};

/** `512KiB`, `16MiB` in bytes. */
export const readSize = (text: string): number | undefined => {
  const match = /^(\d{1,9})(B|KiB|MiB)$/.exec(text);
  const value = Number(match?.[1]) * (SIZES[match?.[2] ?? ''] ?? Number.NaN);
  return value > 0 ? value : undefined;
};
