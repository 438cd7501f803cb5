import type { Contradiction, Observation, ToolObservations } from '@callgate/contract/observe';
import type { HintName } from '@callgate/core';

/** One tool's claims beside what it did. */
export interface ObservedClaims extends ToolObservations {
  /** Digest of the definition that was watched. */
  readonly definition: string;
  /** Claims that what a tool does can contradict. */
  readonly claims: Readonly<Partial<Record<HintName, 'yes' | 'no'>>>;
  readonly contradictions: readonly Contradiction[];
  /** Claims that nobody can tell about: what would disprove them, the server does without a call too. */
  readonly untold: readonly HintName[];
  readonly unwatched: boolean;
  readonly alsoWithoutCall: readonly Observation[];
  /** Why it was not watched. */
  readonly problem?: string;
}

export interface ObservationReport {
  readonly version: 1;
  readonly server: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly settleSeconds: number;
  readonly sandbox: string;
  /** What the server did without a call. */
  readonly withoutCall: readonly Observation[];
  readonly tools: readonly ObservedClaims[];
}

/** Whether something was called that answered without an error. */
export const isObserved = ({ calls, failed }: ObservedClaims): boolean => calls > failed;

/** Whether the calls say anything about a claim. */
export const isTested = (tool: ObservedClaims, hint: string): boolean =>
  isObserved(tool) &&
  !tool.unwatched &&
  !tool.untold.some((each) => each === hint) &&
  (hint !== 'idempotent' || tool.repeatChangesNothing !== null);

/** Claims that are neither contradicted nor tested. */
export const countUntested = ({ tools }: ObservationReport): number =>
  tools.flatMap((tool) =>
    Object.keys(tool.claims).filter(
      (hint) => !isTested(tool, hint) && !tool.contradictions.some((each) => each.hint === hint),
    ),
  ).length;

export const countContradictions = ({ tools }: ObservationReport): { claims: number; tools: number } => {
  const contradicted = tools.filter(({ contradictions }) => contradictions.length > 0);
  return {
    claims: contradicted.reduce((sum, { contradictions }) => sum + contradictions.length, 0),
    tools: contradicted.length,
  };
};
