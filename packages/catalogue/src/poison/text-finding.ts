import type { Severity } from '../finding.ts';

/** Something in one text. */
export interface TextFinding {
  readonly rule: string;
  readonly severity: Severity;
  /** In UTF-16 units of the text as it was written. */
  readonly span?: readonly [from: number, to: number];
  readonly message: string;
  readonly help: string;
  /** Of those of a server that share it, the first is told. */
  readonly once?: string;
}
