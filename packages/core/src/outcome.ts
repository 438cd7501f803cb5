/** What happens to a call, in rising strictness. */
export type Outcome = 'auto' | 'confirm' | 'block';

export const OUTCOMES: readonly Outcome[] = ['auto', 'confirm', 'block'];

const RANK: Readonly<Record<Outcome, number>> = { auto: 0, confirm: 1, block: 2 };

export const isStricter = (a: Outcome, b: Outcome): boolean => RANK[a] > RANK[b];

export const stricterOutcome = (a: Outcome, b: Outcome): Outcome => (isStricter(b, a) ? b : a);
