import type { Answer } from '../vocabulary/answer.ts';

/** A hint an operator registered: a namespaced `_meta` key whose values say yes or no. */
export interface CustomHint {
  readonly name: string;
  readonly key: string;
  /** What each scalar value, written as text, says; a value not listed says nothing. */
  readonly values: Readonly<Record<string, 'yes' | 'no'>>;
  readonly default: Answer;
  readonly relaxing: 'yes' | 'no';
  readonly description: string;
}
