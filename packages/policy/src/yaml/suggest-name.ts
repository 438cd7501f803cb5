import { didYouMean } from '@callgate/messages/text/suggest-near-name';

/** Edit distance, counting a swap of neighbours as one. */
const distance = (a: string, b: string): number => {
  const rows: number[][] = [[...Array(b.length + 1).keys()]];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(
        (rows[i - 1]?.[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (rows[i - 1]?.[j - 1] ?? 0) + cost,
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (rows[i - 2]?.[j - 2] ?? 0) + 1);
      row.push(best);
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] ?? 0;
};

/** A person does not choose between more names. */
const MOST_COMPARED = 1000;

/** The name that was probably meant, if one is near enough. */
export const findNearestName = (written: string, names: readonly string[]): string | undefined => {
  if (written.length > 64) return undefined;
  const folded = written.toLowerCase().replaceAll(/[_-]/g, '');
  const ranked = names
    .slice(0, MOST_COMPARED)
    .filter((name) => Math.abs(name.length - folded.length) <= written.length)
    .map((name) => ({ name, far: distance(folded, name.toLowerCase()) }))
    .toSorted((a, b) => a.far - b.far);
  const best = ranked[0];
  return best !== undefined && best.far <= Math.max(1, Math.floor(written.length / 3))
    ? best.name
    : undefined;
};

export const suggestName = (written: string, names: readonly string[]): string | undefined => {
  const name = findNearestName(written, names);
  return name === undefined ? undefined : didYouMean(name);
};
