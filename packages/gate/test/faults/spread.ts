import type { Random } from '../random.ts';

/** So many of the numbers from 1 to `count`, spread evenly, others with each seed. */
export const spread = (random: Random, count: number, wanted: number): readonly number[] => {
  if (count <= wanted) return Array.from({ length: count }, (_, index) => index + 1);
  return Array.from(
    { length: wanted },
    (_, index) => 1 + Math.floor(((index + random.next()) * count) / wanted),
  );
};
