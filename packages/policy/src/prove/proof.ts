import type { Decision, DecisionInput, JsonObject, Outcome } from '@callgate/core';

/** What `callgate prove` looks at of every policy. */
export const BUILT_IN_PROPERTIES = [
  'claims-never-relax',
  'undescribed-never-auto',
  'trifecta-never-auto',
  'confirmation-never-ignored',
  'blocks-explained',
  'no-idle-rule',
  'layers-only-tighten',
] as const;

export type BuiltInProperty = (typeof BUILT_IN_PROPERTIES)[number];

/** What is to be proved. */
export type ProvedProperty =
  | { readonly kind: 'built-in'; readonly name: BuiltInProperty }
  | { readonly kind: 'never' | 'always'; readonly condition: string };

/** A call that shows that a property does not hold. `decide` was asked: it does. */
export interface Counterexample {
  readonly input: DecisionInput;
  readonly decision: Decision;
  /** What the tool's server lists, where the tool was made up. */
  readonly definition: JsonObject;
  /** What should be decided instead, where that is clear. */
  readonly expected: Outcome | undefined;
}

/** A rule that never fires, or that another one fires with that is as strict. */
export interface IdleRule {
  readonly rule: string;
  readonly by?: string;
}

export type ProofResult =
  | { readonly result: 'proved' }
  | { readonly result: 'disproved'; readonly counterexample: Counterexample }
  | { readonly result: 'disproved'; readonly idle: readonly IdleRule[] }
  /** `unconfirmed`: what could break it depends on conditions that are not understood. */
  | { readonly result: 'undecided'; readonly why: 'unconfirmed' | 'too-large' };

export type PropertyProof = ProofResult & { readonly property: ProvedProperty };
