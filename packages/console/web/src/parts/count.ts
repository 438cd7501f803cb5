export const whole = (count: number): string => count.toLocaleString('en');

/** `1 call`, `1,204 calls`. */
export const counted = (count: number, one: string): string =>
  `${whole(count)} ${one}${count === 1 ? '' : 's'}`;
