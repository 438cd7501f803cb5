import type { HintName } from '@callgate/core';
import type { Answer, SetDetail } from '@callgate/core/vocabulary';

/** What a call may do at most: what its tool declares for these arguments. */
export interface CallClass {
  readonly tool: string;
  /** `unknown`: nothing is declared, so nothing is held to it. */
  readonly answers: Readonly<Record<HintName, Answer>>;
  readonly sets: { readonly [D in SetDetail]?: readonly string[] };
}

/** The four hints of the specification, with its own defaults where nothing is declared. */
export const fourHints = ({ answers }: CallClass): Readonly<Record<FourHint, boolean>> => ({
  readOnlyHint: answers.readOnly === 'yes',
  destructiveHint: answers.destructive !== 'no',
  idempotentHint: answers.idempotent === 'yes',
  openWorldHint: answers.openWorld !== 'no',
});

export type FourHint = 'readOnlyHint' | 'destructiveHint' | 'idempotentHint' | 'openWorldHint';
