import { decisionMessages } from '@callgate/messages/decision';
import { canBelieveClaims } from '../disclose/ground.ts';
import type { HintName } from '../vocabulary/hint-names.ts';
import { HINT_NAMES } from '../vocabulary/hint-names.ts';
import { HINTS } from '../vocabulary/hints.ts';
import type { LabelName } from '../label/label.ts';
import { LABEL_NAMES } from '../label/label.ts';
import { parseToolName } from '../user-message/parsed-tool-name.ts';
import type { Decision } from './decision.ts';
import { decide } from './engine.ts';
import type { DecisionInput } from './decision-input.ts';
import type { Policy } from './policy.ts';

export type InputChange =
  | { readonly change: 'set'; readonly hint: string; readonly to: 'yes' | 'no' }
  | { readonly change: 'trust'; readonly to: 'trusted' }
  | { readonly change: 'label'; readonly label: LabelName; readonly to: 'none' }
  | { readonly change: 'prove' }
  | { readonly change: 'words' }
  | { readonly change: 'release' };

/** Changes under which the same call would run by itself, none of which can be left out. */
export interface AutoCondition {
  readonly changes: readonly InputChange[];
  readonly words: string;
}

const withOverride = (input: DecisionInput, hint: string, to: 'yes' | 'no'): DecisionInput => {
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
export const applyInputChange = (input: DecisionInput, change: InputChange): DecisionInput => {
  switch (change.change) {
    case 'set':
      return withOverride(input, change.hint, change.to);
    case 'trust':
      return { ...input, tool: { ...input.tool, server: { ...input.tool.server, trust: change.to } } };
    case 'label':
      return { ...input, labels: { ...input.labels, [change.label]: change.to } };
    case 'prove': {
      const { outbound: _, ...origins } = input.origins;
      return {
        ...input,
        words: true,
        origins: { ...origins, proven: 'yes', destination: 'yes', unproven: [] },
      };
    }
    case 'words':
      return { ...input, words: true };
    case 'release':
      return { ...input, tool: { ...input.tool, quarantine: null } };
  }
};

const badgeOf = (hint: string, to: 'yes' | 'no'): string => {
  const name = HINT_NAMES.find((known) => known === hint);
  return name === undefined ? '' : HINTS[name].badge[to];
};

const wordsOf = (change: InputChange): string => {
  const { autoIf: text } = decisionMessages;
  switch (change.change) {
    case 'set':
      return text.set({ hint: change.hint, to: change.to, meaning: badgeOf(change.hint, change.to) });
    case 'label':
      return text[change.label];
    default:
      return text[change.change];
  }
};

/** Whether a relaxing answer contradicts what is known: nobody reviews a deletion into a read. */
const isAbsurd = (hint: string, { tool }: DecisionInput, decision: Decision): boolean => {
  const isSaid = (name: HintName, value: 'yes' | 'no'): boolean =>
    decision.beliefs[name]?.value === value && decision.beliefs[name].ground !== 'default';
  // an agent may have written the uri of a resource: it tells of no deed
  const { deeds } = parseToolName(tool.kind === 'resource' ? '' : tool.name);
  switch (hint) {
    case 'readOnly':
      return (
        isSaid('readOnly', 'no') ||
        isSaid('destructive', 'yes') ||
        (deeds.length > 0 && !deeds.includes('fetch'))
      );
    case 'destructive':
      return isSaid('destructive', 'yes') || deeds.includes('remove');
    case 'openWorld':
      return isSaid('openWorld', 'yes');
    case 'reversible':
      return isSaid('reversible', 'no');
    default:
      return false;
  }
};

const candidates = (policy: Policy, input: DecisionInput, decision: Decision): InputChange[] => {
  const settledBySight = new Set(input.tool.observations.map((seen) => seen.hint));
  const labelled = LABEL_NAMES.filter((name) => input.labels[name] !== 'none');
  const conflicting = new Set<string>(decision.conflicts.flatMap((conflict) => conflict.hints));
  return [
    ...(input.tool.quarantine === null ? [] : [{ change: 'release' } as const]),
    ...(canBelieveClaims(input.tool.server.trust) ? [] : [{ change: 'trust', to: 'trusted' } as const]),
    ...(input.words ? [] : [{ change: 'words' } as const]),
    ...(labelled.length > 0 && input.origins.proven !== 'yes' ? [{ change: 'prove' } as const] : []),
    ...labelled.map((label) => ({ change: 'label', label, to: 'none' }) as const),
    ...[...HINT_NAMES.map((name) => HINTS[name]), ...policy.hints]
      .filter(({ name }) => !settledBySight.has(name))
      .filter(({ name }) => conflicting.has(name) || !isAbsurd(name, input, decision))
      .filter(({ name, relaxing }) => decision.beliefs[name]?.value !== relaxing || conflicting.has(name))
      .map(({ name, relaxing }) => ({ change: 'set', hint: name, to: relaxing }) as const),
  ];
};

const MAX_ANSWERS = 4;

const isAuto = (policy: Policy, input: DecisionInput, changes: readonly InputChange[]): boolean =>
  decide(policy, changes.reduce(applyInputChange, input)).outcome === 'auto';

const pairs = (changes: readonly InputChange[]): InputChange[][] =>
  changes.flatMap((first, at) => changes.slice(at + 1).map((second) => [first, second]));

/** Everything together, and then without whatever is not needed. */
const leastOfAll = (
  policy: Policy,
  input: DecisionInput,
  changes: readonly InputChange[],
): InputChange[][] => {
  if (!isAuto(policy, input, changes)) return [];
  let needed = changes;
  for (const change of changes) {
    const without = needed.filter((other) => other !== change);
    if (isAuto(policy, input, without)) needed = without;
  }
  return [[...needed]];
};

const asAnswer = (changes: readonly InputChange[]): AutoCondition => ({
  changes,
  words: changes.map(wordsOf).join(', and '),
});

/** What would have to be different for the call to run by itself; empty if it does, or if only the policy could change it. */
export const findAutoConditions = (policy: Policy, input: DecisionInput): readonly AutoCondition[] => {
  const decision = decide(policy, input);
  if (decision.outcome === 'auto') return [];
  const changes = candidates(policy, input, decision);
  const enough = (set: readonly InputChange[]): boolean => isAuto(policy, input, set);
  const single = changes.map((change) => [change]).filter(enough);
  if (single.length > 0) return single.slice(0, MAX_ANSWERS).map(asAnswer);
  const all = leastOfAll(policy, input, changes);
  const two = all.length === 0 ? [] : pairs(changes).filter(enough);
  return (two.length === 0 ? all : two.slice(0, MAX_ANSWERS)).map(asAnswer);
};
