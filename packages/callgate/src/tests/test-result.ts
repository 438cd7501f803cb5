import type { TestResult } from '@callgate/operations/api';

/** A result with what people are told of it. */
export interface ExplainedResult {
  readonly result: TestResult;
  explain(): string;
}
