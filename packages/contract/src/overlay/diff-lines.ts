/** Lines that go and lines that come in their place. */
export interface Hunk {
  /** The first of them in the text as it was, from 1. */
  readonly line: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** How far to look for the place where two texts are alike again. */
const AHEAD = 400;

const alike = (a: readonly string[], b: readonly string[], i: number, j: number): boolean =>
  (a[i] === b[j] && a[i + 1] === b[j + 1]) || (i === a.length && j === b.length);

/** How many lines of each to pass over until both say the same, the fewest first. */
const gap = (a: readonly string[], b: readonly string[], i: number, j: number): [number, number] => {
  for (let both = 1; both <= AHEAD; both += 1)
    for (let one = 0; one <= both; one += 1)
      if (alike(a, b, i + one, j + both - one)) return [one, both - one];
  return [a.length - i, b.length - j];
};

/** The lines in which two texts differ. Always true, and short where the changes are small. */
export const diffLines = (before: string, after: string): Hunk[] => {
  const a = before.split('\n');
  const b = after.split('\n');
  const hunks: Hunk[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) [i, j] = [i + 1, j + 1];
    else {
      const [removed, added] = gap(a, b, i, j);
      hunks.push({ line: i + 1, removed: a.slice(i, i + removed), added: b.slice(j, j + added) });
      [i, j] = [i + removed, j + added];
    }
  }
  return hunks;
};
