import type { Outcome } from '@callgate/core';

/** One thing that came out otherwise than expected. */
export interface Difference {
  readonly what: string;
  readonly expected: string;
  readonly actual: string;
}

/** How one case, row or step of a trace came out. */
export interface TestResult {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Its place among the tests of the file, from 1. */
  readonly number: number;
  readonly name: string | null;
  readonly call: string;
  /** null: the outcome is not tested. */
  readonly expected: Outcome | null;
  readonly outcome: Outcome;
  /** Rules that fired. */
  readonly rules: readonly string[];
  /** Rules that should have fired and did not. */
  readonly missing: readonly string[];
  readonly differences: readonly Difference[];
  readonly passes: boolean;
}

/** Names that a test reaches, and those that none does. */
export interface Coverage {
  readonly covered: readonly string[];
  readonly missed: readonly string[];
}

/** How much of one policy all its tests reach. */
export interface PolicyCoverage {
  readonly policy: string;
  /** Rules of its own files; all rules of a preset. */
  readonly rules: Coverage;
  readonly tools: Coverage;
}

/** The tests of a policy that is written. */
export interface DraftTestRun {
  readonly cases: readonly TestResult[];
  readonly coverage: readonly PolicyCoverage[];
  /** By case: what was decided and why, where it failed. */
  readonly explanations: readonly (string | null)[];
  /** Of files that could not be run. */
  readonly errors: readonly { readonly code: string; readonly message: string }[];
}
