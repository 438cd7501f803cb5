import type { Observation } from '@callgate/contract/observe';
import { display } from '@callgate/core';
import { verifyMessages as texts } from '@callgate/messages/cli/verify';
import type { ObservedClaims } from './observation-report.ts';
import { isTested } from './observation-report.ts';

const MAX_SHOWN = 300;
const MAX_LINES = 12;

const NETWORKS: Readonly<Record<string, string>> = texts.networks;

const shownWhat = ({ kind, what }: Observation): string => {
  const network = kind === 'connected' && Object.hasOwn(NETWORKS, what) ? NETWORKS[what] : undefined;
  return network ?? display(what, { max: MAX_SHOWN });
};

/** An observation in words, safe to show. */
export const observationText = (observation: Observation): string =>
  [
    (observation.refused === true ? texts.triedKinds : texts.kinds)[observation.kind],
    shownWhat(observation),
    ...(observation.temporary === true ? [`(${texts.temporary})`] : []),
  ].join(' ');

/** What was seen of a tool, a line each, the longest lists cut off. */
export const observationLines = ({
  observations,
  repeatChangesNothing,
  unwatched,
  alsoWithoutCall,
}: ObservedClaims): readonly string[] => {
  const shown = observations.slice(0, MAX_LINES).map(observationText);
  const rest = observations.length - shown.length;
  return [
    ...(observations.length === 0 ? [texts.nothing] : shown),
    ...(rest > 0 ? [texts.more({ count: rest })] : []),
    ...(repeatChangesNothing === null ? [] : [repeatChangesNothing ? texts.repeatSame : texts.repeatChanges]),
    ...(alsoWithoutCall.length === 0
      ? []
      : [texts.alsoWithoutCall, ...alsoWithoutCall.slice(0, MAX_LINES).map(observationText)]),
    ...(unwatched ? [texts.unwatched] : []),
  ];
};

export interface JudgedClaim {
  readonly contradicted: boolean;
  readonly text: string;
}

/** Each claim with what the calls say about it. Never more than that nothing was seen against it. */
export const judgedClaims = (tool: ObservedClaims): readonly JudgedClaim[] =>
  Object.entries(tool.claims).map(([hint, claim]) => {
    const contradicted = tool.contradictions.some((each) => each.hint === hint);
    const tested = isTested(tool, hint);
    if (contradicted) return { contradicted, text: texts.claimContradicted({ hint, claim }) };
    return { contradicted, text: (tested ? texts.claimHeld : texts.claimUntested)({ hint, claim }) };
  });

/** How often a tool was called, or why not. */
export const callsText = (tool: ObservedClaims): string =>
  tool.problem === undefined
    ? texts.observedIn(tool)
    : `${texts.notObserved}: ${display(tool.problem, { max: MAX_SHOWN })}`;
