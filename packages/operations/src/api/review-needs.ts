/** Why somebody should review a tool, most pressing first. */
export const REVIEW_NEEDS = ['loosened', 'changed', 'voided', 'doubtful', 'new'] as const;
export type ReviewNeed = (typeof REVIEW_NEEDS)[number];
