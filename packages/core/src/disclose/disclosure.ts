import type { SetDetail } from '../vocabulary/claim-keys.ts';
import { SET_DETAILS } from '../vocabulary/claim-keys.ts';
import type { Claim, MalformedClaim, ModelPreferences } from '../vocabulary/claim.ts';
import type { HintName } from '../vocabulary/hint-names.ts';
import type { Answer } from '../vocabulary/answer.ts';
import type { Beliefs, ClaimScope, HintConflict } from './beliefs.ts';
import {
  tightestClaims,
  listClaimsInScope,
  findConflicts,
  formBeliefs,
  formCustomBelief,
  isReadKind,
} from './beliefs.ts';
import type { CustomHint } from './custom-hint.ts';
import type { Facts } from './facts.ts';
import { deriveFacts } from './facts.ts';
import type { Belief, Ground } from './ground.ts';
import { canBelieveClaims, isSettledGround } from './ground.ts';
import type { AppliedOverride, Override, ToolInput } from './tool-input.ts';
import { NO_CONTRACT } from './tool-input.ts';

export interface BelievedValues {
  readonly values: readonly string[];
  readonly ground: Ground;
}

/** All beliefs about one tool (or one tool with given arguments), with claims, grounds, conflicts and facts. */
export interface Disclosure {
  readonly beliefs: Beliefs;
  /** Hints the operator registered. */
  readonly custom: Readonly<Record<string, Belief>>;
  readonly sets: Readonly<Record<SetDetail, BelievedValues>>;
  readonly minTrustLevel: number | null;
  readonly modelPreferences: ModelPreferences | null;
  readonly facts: Facts;
  readonly claims: readonly Claim[];
  /** What the server itself declared about each hint, the tightest word of it. */
  readonly claimed: Readonly<Record<HintName, Answer>>;
  /** Conflicts nobody has settled. */
  readonly conflicts: readonly HintConflict[];
  readonly malformed: readonly MalformedClaim[];
}

const NOTHING_SAID: BelievedValues = Object.freeze({ values: Object.freeze([]), ground: 'default' });

const believedSets = (
  tool: ToolInput,
  counted: boolean,
  overrides: readonly AppliedOverride[],
): Record<SetDetail, BelievedValues> => {
  const result: Partial<Record<SetDetail, BelievedValues>> = {};
  for (const detail of SET_DETAILS) {
    const setting = overrides.filter((override) => override.sets?.[detail] !== undefined);
    const set = setting.flatMap((override) => override.sets?.[detail] ?? []);
    const claimed = counted ? tool.claims.details.sets[detail] : undefined;
    if (setting.some((override) => override.unites === undefined))
      result[detail] = { values: [...new Set(set)], ground: 'operator' };
    else if (claimed === undefined && setting.length === 0) result[detail] = NOTHING_SAID;
    else {
      const values = [...new Set([...(claimed ?? []), ...set])];
      // what only adds stands behind nothing
      result[detail] = { values, ground: claimed === undefined ? 'default' : 'claim' };
    }
  }
  return result as Record<SetDetail, BelievedValues>;
};

/** Overrides bound to another definition say nothing about this one. */
export const listApplicableOverrides = (tool: ToolInput): readonly Override[] =>
  tool.overrides.filter(
    (override) => override.definition === undefined || override.definition === tool.definition,
  );

/**
 * Claims become beliefs. `overrides` are those that apply to this call, conditional ones already decided;
 * `scope` `grounded` gives the disclosure as if an untrusted server had claimed nothing.
 */
export const disclose = (
  tool: ToolInput,
  scope: ClaimScope,
  overrides: readonly AppliedOverride[],
  customHints: readonly CustomHint[],
): Disclosure => {
  const trusted = canBelieveClaims(tool.server.trust);
  const counted = scope === 'all' || trusted;
  const claims = listClaimsInScope(tool, scope);
  const sets = believedSets(tool, counted, overrides);
  const found = findConflicts(claims, counted ? (tool.claims.details.sets.source ?? []) : []);
  const beliefs = formBeliefs(tool, scope, overrides, found);
  const conflicts = found.filter(
    (conflict) => !conflict.hints.every((hint) => isSettledGround(beliefs[hint].ground)),
  );
  const openWorldOutput =
    beliefs.openWorld.ground === 'contract'
      ? formBeliefs({ ...tool, contract: NO_CONTRACT }, scope, overrides, found).openWorld
      : beliefs.openWorld;
  const isGrounded = ({ ground }: Belief): boolean => (ground === 'claim' ? trusted : ground !== 'default');
  const facts = deriveFacts(beliefs, {
    destination: sets.destination.values,
    source: sets.source.values,
    destinationGround: sets.destination.ground,
    sourceGround: sets.source.ground,
    sourceBelieved: sets.source.ground === 'operator' || (sets.source.ground === 'claim' && trusted),
    owned: tool.server.trust === 'owned',
    described: isReadKind(tool) || isGrounded(beliefs.readOnly) || isGrounded(beliefs.destructive),
    conflicting: conflicts.length > 0,
    quarantined: tool.quarantine !== null,
    openWorldOutput,
  });
  const custom: Record<string, Belief> = Object.create(null);
  for (const hint of customHints) custom[hint.name] = formCustomBelief(hint, tool, scope, overrides);
  return {
    beliefs,
    custom,
    sets,
    minTrustLevel: counted ? (tool.claims.details.minTrustLevel ?? null) : null,
    modelPreferences: counted ? (tool.claims.details.modelPreferences ?? null) : null,
    facts,
    claims,
    claimed: tightestClaims(claims),
    conflicts,
    malformed: tool.claims.malformed,
  };
};
