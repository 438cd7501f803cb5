/** How sure it is that a session has touched something, in rising strength. */
export type LabelStrength = 'none' | 'possible' | 'known';

export const LABEL_STRENGTHS: readonly LabelStrength[] = ['none', 'possible', 'known'];

export type LabelName = 'private' | 'untrusted';

export const LABEL_NAMES: readonly LabelName[] = ['private', 'untrusted'];

export type Labels = Readonly<Record<LabelName, LabelStrength>>;

export const NO_LABELS: Labels = Object.freeze({ private: 'none', untrusted: 'none' });

const RANK: Readonly<Record<LabelStrength, number>> = { none: 0, possible: 1, known: 2 };

export const strengthRank = (strength: LabelStrength): number => RANK[strength];

export const strongerOf = (a: LabelStrength, b: LabelStrength): LabelStrength => (RANK[b] > RANK[a] ? b : a);

export const isLabelled = (labels: Labels): boolean => LABEL_NAMES.some((name) => labels[name] !== 'none');
