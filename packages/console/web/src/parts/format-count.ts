export const formatInteger = (count: number): string => count.toLocaleString('en');

/** `1 call`, `1,204 calls`. */
export const formatCount = (count: number, one: string): string =>
  `${formatInteger(count)} ${one}${count === 1 ? '' : 's'}`;
