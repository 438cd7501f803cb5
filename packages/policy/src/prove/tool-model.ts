import type { Json, ToolInput } from '@callgate/core';
import type { ClaimScope } from '@callgate/core/disclose';
import type { Assignment, Guard } from './diagrams.ts';
import type { Partition } from './partition.ts';

/** One tool, or any there could be: what conditions read of it, by situation. */
export interface ToolModel {
  /** What is not true of any tool is not looked at. */
  readonly possible: Guard;
  /** A field of a few values; undefined where it has too many or is none of a tool. */
  field(name: string, scope: ClaimScope): Partition<Json> | undefined;
  /** A text or number of the tool, as far as conditions tell it apart. */
  open?(name: string, scope: ClaimScope): Partition<Json> | undefined;
  /** Where a field that is a list holds a text. */
  holds?(field: string, text: string, scope: ClaimScope): Guard | undefined;
  looksAt(patterns: readonly string[]): Guard;
  /** The tool of an assignment. */
  realise(assignment: Assignment): ToolInput;
}
