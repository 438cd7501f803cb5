import type { Claim } from '../vocabulary/claim.ts';
import type { HintName } from '../vocabulary/hint-names.ts';
import { HINT_NAMES } from '../vocabulary/hint-names.ts';
import { HINTS } from '../vocabulary/hints.ts';
import type { Answer } from '../vocabulary/answer.ts';
import type { CustomHint } from './custom-hint.ts';
import type { Belief } from './ground.ts';
import { canBelieveClaims, isSettledGround } from './ground.ts';
import type { Override, SetAnswers, ToolInput } from './tool-input.ts';

export type Beliefs = Readonly<Record<HintName, Belief>>;

/** The claims a disclosure rests on: all of them, or only those with a ground. */
export type ClaimScope = 'all' | 'grounded';

export const listClaimsInScope = (tool: ToolInput, scope: ClaimScope): readonly Claim[] =>
  scope === 'all' || canBelieveClaims(tool.server.trust) ? tool.claims.answers : [];

interface HintRule {
  readonly name: string;
  readonly relaxing: 'yes' | 'no';
  readonly default: Answer;
}

const tightening = (hint: HintRule): 'yes' | 'no' => (hint.relaxing === 'yes' ? 'no' : 'yes');

const tightestOf = (hint: HintRule, answers: readonly ('yes' | 'no')[]): 'yes' | 'no' =>
  answers.some((answer) => answer !== hint.relaxing) ? tightening(hint) : hint.relaxing;

const answerOf = (name: string, sets: readonly SetAnswers[]): ('yes' | 'no')[] =>
  sets.filter((set) => Object.hasOwn(set, name)).map((set) => set[name] as 'yes' | 'no');

/** Observation, then operator and review together: what no claim can move. */
const settledBelief = (
  hint: HintRule,
  tool: ToolInput,
  overrides: readonly Override[],
): Belief | undefined => {
  if (tool.observations.length + overrides.length + tool.reviews.length === 0) return undefined;
  const observed = tool.observations.filter((seen) => seen.hint === hint.name).map((seen) => seen.value);
  if (observed.length > 0) return { value: tightestOf(hint, observed), ground: 'observation' };
  const operator = answerOf(
    hint.name,
    overrides.map((override) => override.set),
  );
  const reviews = tool.reviews.filter((review) => review.definition === tool.definition);
  const review = answerOf(
    hint.name,
    reviews.map((entry) => entry.set),
  );
  if (operator.length + review.length === 0) return undefined;
  const value = tightestOf(hint, [...operator, ...review]);
  return { value, ground: operator.includes(value) ? 'operator' : 'review' };
};

const contractBelief = (hint: HintRule, tool: ToolInput): Belief | undefined => {
  if (hint.name === 'readOnly' && tool.contract.readOnly) return { value: 'yes', ground: 'contract' };
  if (hint.name === 'openWorld' && tool.contract.closedWorld) return { value: 'no', ground: 'contract' };
  return undefined;
};

const claimBelief = (
  hint: HintRule,
  claimed: readonly ('yes' | 'no')[],
  resolved: readonly ('yes' | 'no')[],
  believed: boolean,
): Belief | undefined => {
  const relaxed = { value: hint.relaxing, ground: 'claim' } as const;
  const tight = { value: tightening(hint), ground: 'claim' } as const;
  if (resolved.some((answer) => answer !== hint.relaxing)) return tight;
  // a resolve answer moves only what the definition itself spoke about
  if (resolved.length > 0 && claimed.length > 0 && believed) return relaxed;
  if (claimed.some((answer) => answer !== hint.relaxing)) return tight;
  return claimed.length > 0 && believed ? relaxed : undefined;
};

const believe = (
  hint: HintRule,
  tool: ToolInput,
  overrides: readonly Override[],
  claimed: readonly ('yes' | 'no')[],
  resolved: readonly ('yes' | 'no')[],
): Belief =>
  settledBelief(hint, tool, overrides) ??
  contractBelief(hint, tool) ??
  claimBelief(hint, claimed, resolved, canBelieveClaims(tool.server.trust)) ?? {
    value: hint.default,
    ground: 'default',
  };

type AnswersByHint = ReadonlyMap<string, readonly ('yes' | 'no')[]>;

const NO_ANSWERS: readonly ('yes' | 'no')[] = [];

const byHint = (claims: readonly Claim[]): AnswersByHint => {
  const answers = new Map<string, ('yes' | 'no')[]>();
  for (const { hint, answer } of claims) {
    const known = answers.get(hint);
    if (known === undefined) answers.set(hint, [answer]);
    else known.push(answer);
  }
  return answers;
};

const answersFor = (answers: AnswersByHint, hint: string): readonly ('yes' | 'no')[] =>
  answers.get(hint) ?? NO_ANSWERS;

/** What a server itself declared about each hint, the tightest word of it. */
export const tightestClaims = (claims: readonly Claim[]): Readonly<Record<HintName, Answer>> => {
  const answers = byHint(claims);
  const claimed: Partial<Record<HintName, Answer>> = {};
  for (const name of HINT_NAMES) {
    const words = answersFor(answers, name);
    claimed[name] = words.length === 0 ? 'unknown' : tightestOf(HINTS[name], words);
  }
  return claimed as Record<HintName, Answer>;
};

/** Resources and prompts are reads by the protocol's own definition; how far they reach nobody said. */
const READ_KIND_DEFAULTS: { readonly [H in HintName]?: Answer } = {
  readOnly: 'yes',
  destructive: 'no',
  idempotent: 'yes',
  openWorld: 'unknown',
  reversible: 'yes',
};

export const isReadKind = (tool: ToolInput): boolean =>
  tool.kind === 'resource' || tool.kind === 'prompt' || tool.kind === 'completion';

const defaultOf = (tool: ToolInput, name: HintName): Answer =>
  (isReadKind(tool) ? READ_KIND_DEFAULTS[name] : undefined) ?? HINTS[name].default;

/** What a read cannot do follows from its being one, unless a statement says otherwise. */
const followReadOnly = (beliefs: Record<HintName, Belief>, claims: AnswersByHint): void => {
  const { readOnly, destructive } = beliefs;
  if (readOnly.value !== 'yes') return;
  const destructiveSaid = isSettledGround(destructive.ground) && destructive.value === 'yes';
  if (destructiveSaid || answersFor(claims, 'destructive').includes('yes')) return;
  const derive = (name: HintName, value: Answer): void => {
    if (!isSettledGround(beliefs[name].ground)) beliefs[name] = { value, ground: readOnly.ground };
  };
  derive('destructive', 'no');
  derive('idempotent', 'yes');
  derive('reversible', 'yes');
};

const CONTRADICTIONS: readonly {
  readonly a: [HintName, 'yes' | 'no'];
  readonly b: [HintName, 'yes' | 'no'];
}[] = [
  { a: ['readOnly', 'yes'], b: ['destructive', 'yes'] },
  { a: ['trusted', 'yes'], b: ['unsafeOutput', 'yes'] },
  { a: ['sensitiveData', 'no'], b: ['secret', 'yes'] },
];

export interface HintConflict {
  readonly hints: readonly HintName[];
  readonly between: readonly string[];
}

const keysOf = (claims: readonly Claim[], hint: HintName, answer: 'yes' | 'no'): string[] =>
  claims.filter((claim) => claim.hint === hint && claim.answer === answer).map((claim) => claim.key);

/** Computed on claims, never on defaults: a hint claimed both ways, or two hints that exclude each other. */
export const findConflicts = (claims: readonly Claim[], sources: readonly string[]): HintConflict[] => {
  if (claims.length < 2 && sources.length === 0) return [];
  const answers = byHint(claims);
  const says = (hint: HintName, answer: 'yes' | 'no'): boolean => answersFor(answers, hint).includes(answer);
  const conflicts: HintConflict[] = [];
  for (const hint of HINT_NAMES) {
    if (says(hint, 'yes') && says(hint, 'no'))
      conflicts.push({
        hints: [hint],
        between: [...keysOf(claims, hint, 'yes'), ...keysOf(claims, hint, 'no')],
      });
  }
  for (const { a, b } of CONTRADICTIONS) {
    if (says(...a) && says(...b))
      conflicts.push({ hints: [a[0], b[0]], between: [...keysOf(claims, ...a), ...keysOf(claims, ...b)] });
  }
  if (says('openWorld', 'no') && sources.includes('untrustedPublic'))
    conflicts.push({ hints: ['openWorld'], between: [...keysOf(claims, 'openWorld', 'no'), 'source'] });
  return conflicts;
};

/** Contradicting claims count as the tightening value of every hint in them. */
const tightenConflicting = (
  claims: readonly Claim[],
  conflicts: readonly HintConflict[],
): readonly Claim[] => {
  const hints = new Set(conflicts.flatMap((conflict) => conflict.hints));
  if (hints.size === 0) return claims;
  return claims.map((claim) =>
    hints.has(claim.hint) ? { ...claim, answer: tightening(HINTS[claim.hint]) } : claim,
  );
};

export const formBeliefs = (
  tool: ToolInput,
  scope: ClaimScope,
  overrides: readonly Override[],
  conflicts: readonly HintConflict[],
): Beliefs => {
  const claims = listClaimsInScope(tool, scope);
  const counted = byHint(tightenConflicting(claims, conflicts));
  const answered = scope === 'all' || canBelieveClaims(tool.server.trust) ? tool.resolved : [];
  const resolved = byHint(answered);
  const beliefs: Partial<Record<HintName, Belief>> = {};
  for (const name of HINT_NAMES) {
    const rule = { name, relaxing: HINTS[name].relaxing, default: defaultOf(tool, name) };
    beliefs[name] = believe(rule, tool, overrides, answersFor(counted, name), answersFor(resolved, name));
  }
  const complete = beliefs as Record<HintName, Belief>;
  followReadOnly(complete, byHint([...claims, ...answered]));
  return complete;
};

export const formCustomBelief = (
  hint: CustomHint,
  tool: ToolInput,
  scope: ClaimScope,
  overrides: readonly Override[],
): Belief => {
  const counted = scope === 'all' || canBelieveClaims(tool.server.trust);
  const value =
    counted && Object.hasOwn(tool.claims.other, hint.key) ? String(tool.claims.other[hint.key]) : undefined;
  const answer = value !== undefined && Object.hasOwn(hint.values, value) ? hint.values[value] : undefined;
  return believe(hint, tool, overrides, answer === undefined ? [] : [answer], []);
};
