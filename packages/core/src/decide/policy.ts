import { deepFreeze } from '../deep-freeze.ts';
import type { CustomHint } from '../disclose/custom-hint.ts';
import type { Position } from '../callgate-error.ts';
import type { Outcome } from '../outcome.ts';
import { digest } from '../receive/digest.ts';
import type { Json } from '../receive/json.ts';
import type { Expression } from '../condition/expression.ts';
import type { RuleObligations } from './obligations.ts';

/** Whose rule it is. Lower layers tighten freely and relax only what a higher one delegated. */
export type RuleLayer = 'organisation' | 'team' | 'user';

export const RULE_LAYERS: readonly RuleLayer[] = ['organisation', 'team', 'user'];

/** Narrows one rule for a while, with a reason. */
export interface RuleException {
  readonly id: string;
  readonly layer: RuleLayer;
  readonly unless: Expression;
  readonly text: string;
  readonly reason: string;
  /** Milliseconds since 1970 from which on it no longer counts. */
  readonly until: number;
  /** Where it was written; no part of the policy's revision. */
  readonly position?: Position;
}

export interface Rule {
  readonly id: string;
  readonly layer: RuleLayer;
  /** Patterns of tools it looks at: `name` or `server/name`. */
  readonly tools: readonly string[];
  /** Absent: always. */
  readonly when?: Expression;
  readonly text?: string;
  /** Absent: the rule only adds obligations. */
  readonly then?: Outcome;
  /** It blocks only until earlier calls count no more. */
  readonly slow?: true;
  readonly obligations: RuleObligations;
  readonly reason: string;
  /** Lower layers may write exceptions to it. */
  readonly delegated: boolean;
  readonly exceptions: readonly RuleException[];
  /** Where it was written; no part of the policy's revision. */
  readonly position?: Position;
}

/** A preset wrote it, and no file of the operator's. */
export const isPresetRule = ({ position }: Rule): boolean => position?.file.startsWith('preset:') ?? false;

/** `observe`: outcomes are computed and recorded, not enforced. */
export type PolicyMode = 'enforce' | 'observe';

/** A policy in its effective form: layers merged, presets unfolded. */
export interface Policy {
  readonly name: string;
  readonly mode: PolicyMode;
  readonly hints: readonly CustomHint[];
  readonly rules: readonly Rule[];
  readonly timeoutCapMs: number | null;
  readonly revision: string;
}

/** Rules without the places they were written at, which change nothing about what they decide. */
export const stripPositions = (rules: readonly Rule[]): readonly Rule[] =>
  rules.map(({ position: _, exceptions, ...rule }) => ({
    ...rule,
    exceptions: exceptions.map(({ position: _at, ...exception }) => exception),
  }));

/** The digest of a policy's effective form: its name and the places its rules were written at do not count. */
export const policyRevision = ({ mode, hints, rules, timeoutCapMs }: Omit<Policy, 'revision'>): string => {
  // JSON.parse drops what is undefined; every value in a policy is plain data
  const plain: Json = JSON.parse(JSON.stringify({ mode, hints, rules: stripPositions(rules), timeoutCapMs }));
  return digest('policy', plain);
};

/** Completes a policy and freezes it: what is decided by it is remembered. */
export const withRevision = (policy: Omit<Policy, 'revision'>): Policy =>
  deepFreeze({ ...policy, revision: policyRevision(policy) });
