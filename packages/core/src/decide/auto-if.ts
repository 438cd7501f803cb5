import { believesClaims } from '../disclose/ground.ts';
import type { HintName } from '../vocabulary/hint-names.ts';
import { HINT_NAMES } from '../vocabulary/hint-names.ts';
import { HINTS } from '../vocabulary/hints.ts';
import type { LabelName } from '../label/label.ts';
import { LABEL_NAMES } from '../label/label.ts';
import type { Decision } from './decision.ts';
import { decide } from './engine.ts';
import type { DecisionInput } from './input.ts';
import type { Policy } from './policy.ts';

/** One thing that would have to be different. */
export type Change =
  | { readonly change: 'set'; readonly hint: HintName; readonly to: 'yes' | 'no' }
  | { readonly change: 'trust'; readonly to: 'trusted' }
  | { readonly change: 'label'; readonly label: LabelName; readonly to: 'none' }
  | { readonly change: 'prove' }
  | { readonly change: 'words' }
  | { readonly change: 'release' };

/** A smallest set of changes under which the same call would run by itself. */
export interface AutoIf {
  readonly changes: readonly Change[];
  readonly words: string;
}

const withOverride = (input: DecisionInput, hint: HintName, to: 'yes' | 'no'): DecisionInput => {
  const overrides = input.tool.overrides.map(({ set, ...rest }) => {
    const { [hint]: _, ...others } = set;
    return { ...rest, set: others };
  });
  const reviews = input.tool.reviews.map(({ set, ...rest }) => {
    const { [hint]: _, ...others } = set;
    return { ...rest, set: others };
  });
  return { ...input, tool: { ...input.tool, reviews, overrides: [...overrides, { set: { [hint]: to } }] } };
};

/** The input as it would be after one change. An observation is not for anybody to change. */
export const applyChange = (input: DecisionInput, change: Change): DecisionInput => {
  switch (change.change) {
    case 'set':
      return withOverride(input, change.hint, change.to);
    case 'trust':
      return { ...input, tool: { ...input.tool, server: { ...input.tool.server, trust: change.to } } };
    case 'label':
      return { ...input, labels: { ...input.labels, [change.label]: change.to } };
    case 'prove':
      return {
        ...input,
        words: true,
        origins: { ...input.origins, proven: 'yes', destination: 'yes', unproven: [] },
      };
    case 'words':
      return { ...input, words: true };
    case 'release':
      return { ...input, tool: { ...input.tool, quarantine: null } };
  }
};

const wordsOf = (change: Change): string => {
  switch (change.change) {
    case 'set':
      return `${change.hint} were ${change.to} (${HINTS[change.hint].badge[change.to]}), by an override or a review`;
    case 'trust':
      return 'the server were trusted, so that its own claims are believed';
    case 'label':
      return change.label === 'private'
        ? 'the session had not touched private data'
        : 'the session had not seen untrusted content';
    case 'prove':
      return 'every decisive value came from the person’s own words';
    case 'words':
      return 'the person’s own words were known to Callgate';
    case 'release':
      return 'its quarantine were lifted after a review';
  }
};

const candidates = (input: DecisionInput, decision: Decision): Change[] => {
  const settledBySight = new Set(input.tool.observations.map((seen) => seen.hint));
  const labelled = LABEL_NAMES.filter((name) => input.labels[name] !== 'none');
  const conflicting = new Set(decision.conflicts.flatMap((conflict) => conflict.hints));
  return [
    ...(input.tool.quarantine === null ? [] : [{ change: 'release' } as const]),
    ...(believesClaims(input.tool.server.trust) ? [] : [{ change: 'trust', to: 'trusted' } as const]),
    ...(input.words ? [] : [{ change: 'words' } as const]),
    ...(labelled.length > 0 && input.origins.proven !== 'yes' ? [{ change: 'prove' } as const] : []),
    ...labelled.map((label) => ({ change: 'label', label, to: 'none' }) as const),
    ...HINT_NAMES.filter((hint) => !settledBySight.has(hint))
      .filter((hint) => decision.beliefs[hint]?.value !== HINTS[hint].relaxing || conflicting.has(hint))
      .map((hint) => ({ change: 'set', hint, to: HINTS[hint].relaxing }) as const),
  ];
};

const MAX_CHANGES = 3;
const MAX_ANSWERS = 4;
const MAX_TRIED = 4000;

/** All ways to pick `size` of `items`, in order. */
function* choose<T>(items: readonly T[], size: number, from = 0): Generator<T[]> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let i = from; i <= items.length - size; i += 1) {
    for (const rest of choose(items, size - 1, i + 1)) yield [items[i] as T, ...rest];
  }
}

/** What would have to be different for the call to run by itself; empty if it does, or if only the policy could change it. */
export const autoIf = (policy: Policy, input: DecisionInput): readonly AutoIf[] => {
  const decision = decide(policy, input);
  if (decision.outcome === 'auto') return [];
  const changes = candidates(input, decision);
  const found: AutoIf[] = [];
  let tried = 0;
  for (let size = 1; size <= MAX_CHANGES && found.length === 0; size += 1) {
    for (const set of choose(changes, size)) {
      tried += 1;
      if (found.length >= MAX_ANSWERS || tried > MAX_TRIED) return found;
      const changed = set.reduce(applyChange, input);
      if (decide(policy, changed).outcome !== 'auto') continue;
      found.push({ changes: set, words: set.map(wordsOf).join(', and ') });
    }
  }
  return found;
};
