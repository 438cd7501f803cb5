import { seedFor } from '../../core/test/specification/seed.ts';

export { Random } from '../../core/test/specification/random.ts';

/** The seed of this run, printed so that a failure can be repeated. */
export const seedOf = (name: string): number => {
  const seed = seedFor(name);
  console.log(`${name}: CALLGATE_SEED=${seed}`);
  return seed;
};

/** How many cases: the long form with `npm run test:deep`. */
export const cases = (short: number, deep: number): number =>
  process.env['CALLGATE_DEEP'] === '1' ? deep : short;
