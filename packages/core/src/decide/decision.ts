import type { HintConflict } from '../disclose/beliefs.ts';
import type { Answer } from '../vocabulary/answer.ts';
import type { FactName } from '../disclose/facts.ts';
import type { Belief } from '../disclose/ground.ts';
import type { Labels } from '../label/label.ts';
import type { Outcome } from '../outcome.ts';
import type { Obligations } from './obligations.ts';
import type { RuleLayer, PolicyMode } from './policy.ts';

/** Why a rule counts although it does not match the plain reading. */
export type RuleBasis =
  /** It matches the beliefs and labels as they are. */
  | 'matches'
  /** It matches once the server's own ungrounded claims are set aside. */
  | 'without-claims'
  /** It matches a session with weaker labels or after fewer calls, and more of either never relaxes. */
  | 'weaker-labels'
  /** Its condition could not be evaluated. */
  | 'fault';

export interface FiredRule {
  readonly id: string;
  readonly layer: RuleLayer;
  /** null: the rule only adds obligations. */
  readonly outcome: Outcome | null;
  readonly reason: string;
  readonly counted: RuleBasis;
}

export interface AppliedException {
  readonly id: string;
  readonly rule: string;
  readonly reason: string;
  readonly until: number;
}

export interface Decision {
  readonly v: 1;
  readonly outcome: Outcome;
  readonly mode: PolicyMode;
  readonly policy: string;
  readonly rules: readonly FiredRule[];
  readonly exceptions: readonly AppliedException[];
  /** In plain words, the deciding ones first. */
  readonly reasons: readonly string[];
  readonly beliefs: Readonly<Record<string, Belief>>;
  readonly facts: Readonly<Record<FactName, Answer>>;
  readonly conflicts: readonly HintConflict[];
  readonly labels: Labels;
  /** The fields that the rules that fired looked at. */
  readonly read: readonly string[];
  readonly obligations: Obligations;
  /** The tool of the same server that the definition names to undo a call; believed where the server is. */
  readonly undoTool?: { readonly name: string; readonly believed: boolean };
}
