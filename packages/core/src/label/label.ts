/** How sure it is that a session has touched something, in rising strength. */
export type Strength = 'none' | 'possible' | 'known';

export const STRENGTHS: readonly Strength[] = ['none', 'possible', 'known'];

export type LabelName = 'private' | 'untrusted';

export const LABEL_NAMES: readonly LabelName[] = ['private', 'untrusted'];

export type Labels = Readonly<Record<LabelName, Strength>>;

export const NO_LABELS: Labels = Object.freeze({ private: 'none', untrusted: 'none' });

const RANK: Readonly<Record<Strength, number>> = { none: 0, possible: 1, known: 2 };

export const strengthRank = (strength: Strength): number => RANK[strength];

export const stronger = (a: Strength, b: Strength): Strength => (RANK[b] > RANK[a] ? b : a);

export const isLabelled = (labels: Labels): boolean => LABEL_NAMES.some((name) => labels[name] !== 'none');
