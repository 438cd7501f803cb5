import type { ChangeKind } from '../api/policy.ts';

/** What loosens comes first. */
export const CHANGE_KINDS: readonly ChangeKind[] = ['runs', 'loosened', 'tightened', 'otherwise'];
