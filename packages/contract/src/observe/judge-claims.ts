import type { HintName } from '@callgate/core';
import type { Answer } from '@callgate/core/vocabulary';
import type { Observation, ToolObservations } from './observation.ts';

/** A claim that what was seen disproves. */
export interface Contradiction {
  readonly hint: HintName;
  readonly claim: 'yes' | 'no';
  /** What was seen; empty where a repeated call changed something. */
  readonly because: readonly Observation[];
}

type ClaimAnswers = Readonly<Partial<Record<HintName, Answer>>>;

const CHANGES: ReadonlySet<string> = new Set(['wrote', 'deleted', 'moved']);

/**
 * Whether an observation disproves a claim. What was refused counts: it was tried. Overwriting does not disprove
 * `destructive: no`, because many servers that only add write their whole file again.
 */
const DISPROVES: readonly {
  readonly hint: HintName;
  readonly claim: 'yes' | 'no';
  readonly by: (observation: Observation, isAllowed: (address: string) => boolean) => boolean;
}[] = [
  {
    hint: 'readOnly',
    claim: 'yes',
    by: ({ kind, temporary }) => CHANGES.has(kind) && temporary !== true,
  },
  {
    hint: 'destructive',
    claim: 'no',
    by: ({ kind, temporary }) => kind === 'deleted' && temporary !== true,
  },
  {
    hint: 'openWorld',
    claim: 'no',
    by: ({ kind, what }, isAllowed) => kind === 'listened' || (kind === 'connected' && !isAllowed(what)),
  },
  { hint: 'sensitiveData', claim: 'no', by: ({ kind }) => kind === 'readSecret' },
  { hint: 'secret', claim: 'no', by: ({ kind }) => kind === 'readSecret' },
];

/** The claims of a tool that what it did disproves. None disproved is no proof: other calls may do other things. */
export const judgeClaims = (
  claimed: ClaimAnswers,
  { observations, repeatChangesNothing }: ToolObservations,
  isAllowed: (address: string) => boolean = () => false,
): readonly Contradiction[] => {
  const seen = DISPROVES.flatMap(({ hint, claim, by }): readonly Contradiction[] => {
    if (claimed[hint] !== claim) return [];
    const because = observations.filter((each) => by(each, isAllowed));
    return because.length === 0 ? [] : [{ hint, claim, because }];
  });
  const isRepeatable = claimed.idempotent !== 'yes' || repeatChangesNothing !== false;
  return isRepeatable ? seen : [...seen, { hint: 'idempotent', claim: 'yes', because: [] }];
};
