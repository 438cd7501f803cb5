import type { Outcome } from '@callgate/core';
import type { Difference } from './compare-decision.ts';

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

/** A result with what people are told of it. */
export interface ExplainedResult {
  readonly result: TestResult;
  explain(): string;
}
