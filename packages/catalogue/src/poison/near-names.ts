/** Two names of which one becomes the other by one letter more, less, changed or swapped. */
export const isOneApart = (a: string, b: string): boolean => {
  if (a === b || Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
};

/** Longer names are not compared letter by letter. */
export const MOST_COMPARED = 64;

/** The names that are left when one letter is taken out: near names share one of them. */
export const withoutOne = (name: string): readonly string[] => [
  name,
  ...Array.from({ length: name.length }, (_, at) => name.slice(0, at) + name.slice(at + 1)),
];
