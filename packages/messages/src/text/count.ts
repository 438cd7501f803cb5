/** `1,204`. */
export const formatCount = (count: number): string => count.toLocaleString('en');

/** `1 call`, `1,204 calls`. */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
