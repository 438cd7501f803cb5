/**
 * What a decision is, said a second time: DESIGN.md as naive functions over plain data.
 * It shares nothing with the engine but types, so that the two can be held against each other.
 */
import { counterText } from '../../src/condition/counter.ts';
import type { HistoryReadings, Counter } from '../../src/condition/counter.ts';
import type { Expression } from '../../src/condition/expression.ts';
import type { DecisionInput } from '../../src/decide/decision-input.ts';
import type { ConcurrencyLimit, HoursWindow, Obligations } from '../../src/decide/obligations.ts';
import type { Policy, Rule } from '../../src/decide/policy.ts';
import type { Answer } from '../../src/vocabulary/answer.ts';
import type { CustomHint } from '../../src/disclose/custom-hint.ts';
import type { FactName } from '../../src/disclose/facts.ts';
import type { Ground } from '../../src/disclose/ground.ts';
import type { Override, ToolInput } from '../../src/disclose/tool-input.ts';
import type { LabelStrength } from '../../src/label/label.ts';
import type { Outcome } from '../../src/outcome.ts';
import type { Json } from '../../src/receive/json.ts';
import type { SetDetail } from '../../src/vocabulary/claim-keys.ts';
import type { Claim, Claims } from '../../src/vocabulary/claim.ts';
import type { HintName } from '../../src/vocabulary/hint-names.ts';

export interface SpecifiedBelief {
  readonly value: Answer;
  readonly ground: Ground;
}

export interface SpecifiedDecision {
  readonly outcome: Outcome;
  /** Rules that match or fault in the plain reading, sorted. */
  readonly rules: readonly string[];
  /** Those of them whose condition could not be evaluated. */
  readonly faults: readonly string[];
  /** Rules whose condition could not be evaluated in at least one reading, sorted. */
  readonly faultsInSomeReading: readonly string[];
  readonly beliefs: Readonly<Record<HintName, SpecifiedBelief>>;
  /** Beliefs in the hints the policy registers. */
  readonly custom: Readonly<Record<string, SpecifiedBelief>>;
  readonly facts: Readonly<Record<FactName, Answer>>;
  readonly obligations: Obligations;
}

type YesNo = 'yes' | 'no';

// ── tables ──────────────────────────────────────────────────────────────────────────────────────

const RELAXING: Readonly<Record<HintName, YesNo>> = {
  readOnly: 'yes',
  destructive: 'no',
  idempotent: 'yes',
  openWorld: 'no',
  agency: 'no',
  aiProcessing: 'no',
  slowExecution: 'no',
  resourceIntensive: 'no',
  sensitiveData: 'no',
  privilegedAccess: 'no',
  reversible: 'yes',
  requiresConfirmation: 'no',
  secret: 'no',
  unsafeOutput: 'no',
  trusted: 'yes',
  maliciousActivity: 'no',
};

const DEFAULT_OF_TOOLS: Partial<Record<HintName, Answer>> = {
  readOnly: 'no',
  destructive: 'yes',
  idempotent: 'no',
  openWorld: 'yes',
};

const DEFAULT_OF_READS: Partial<Record<HintName, Answer>> = {
  readOnly: 'yes',
  destructive: 'no',
  idempotent: 'yes',
  reversible: 'yes',
};

const READ_KINDS: ReadonlySet<string> = new Set(['resource', 'prompt', 'completion']);
const PRIVATE_SOURCES: ReadonlySet<string> = new Set(['internal', 'user', 'system']);
const SETTLED: ReadonlySet<Ground> = new Set<Ground>(['observation', 'operator', 'review']);
const STRENGTHS: readonly LabelStrength[] = ['none', 'possible', 'known'];
const OUTCOMES: readonly Outcome[] = ['auto', 'confirm', 'block'];
const SETS: readonly SetDetail[] = [
  'destination',
  'outcomes',
  'source',
  'inputSensitivity',
  'returnSensitivity',
  'riskLevel',
  'category',
  'blastRadius',
  'reversibility',
  'sideEffects',
  'approvalRecommendation',
  'attribution',
];

/** Two claims that cannot both be right. */
const CONTRADICTIONS: readonly (readonly [HintName, YesNo, HintName, YesNo])[] = [
  ['readOnly', 'yes', 'destructive', 'yes'],
  ['trusted', 'yes', 'unsafeOutput', 'yes'],
  ['sensitiveData', 'no', 'secret', 'yes'],
];

const HINTS = Object.keys(RELAXING) as HintName[];

// ── three-valued logic ──────────────────────────────────────────────────────────────────────────

const opposite = (answer: YesNo): YesNo => (answer === 'yes' ? 'no' : 'yes');
const not = (answer: Answer): Answer => (answer === 'unknown' ? 'unknown' : opposite(answer));
const or = (a: Answer, b: Answer): Answer =>
  [a, b].includes('yes') ? 'yes' : [a, b].includes('unknown') ? 'unknown' : 'no';
const and = (a: Answer, b: Answer): Answer => not(or(not(a), not(b)));
const answerOf = (flag: boolean): Answer => (flag ? 'yes' : 'no');

const strictestOf = (outcomes: readonly Outcome[]): Outcome =>
  OUTCOMES.findLast((outcome) => outcomes.includes(outcome)) ?? 'confirm';

// ── patterns ────────────────────────────────────────────────────────────────────────────────────

const globMatches = (text: string, pattern: string): boolean => {
  if (pattern === '') return text === '';
  const rest = pattern.slice(1);
  if (pattern.startsWith('*'))
    return globMatches(text, rest) || (text !== '' && globMatches(text.slice(1), pattern));
  if (text === '') return false;
  return (
    (pattern.startsWith('?') || pattern.charAt(0) === text.charAt(0)) && globMatches(text.slice(1), rest)
  );
};

const patternMatches = (pattern: string, tool: ToolInput): boolean => {
  const slash = pattern.indexOf('/');
  return slash < 0
    ? globMatches(tool.name, pattern)
    : globMatches(tool.server.name, pattern.slice(0, slash)) &&
        globMatches(tool.name, pattern.slice(slash + 1));
};

const patternSpecificity = (pattern: string): number =>
  /[*?]/.test(pattern) ? pattern.replaceAll(/[*?]/g, '').length : 1_000_000 + pattern.length;

const specificity = (rule: Rule, tool: ToolInput): number =>
  Math.max(0, ...rule.tools.filter((pattern) => patternMatches(pattern, tool)).map(patternSpecificity));

// ── expressions ─────────────────────────────────────────────────────────────────────────────────

const MISSING = Symbol('missing');
const FAULT = Symbol('fault');
type SpecifiedValue = Json | typeof MISSING | typeof FAULT;

interface EvaluationScope {
  readonly field: (name: string) => Json;
  readonly args: Json;
  /** Elements of the loops around, the innermost first. */
  readonly locals: readonly Json[];
  readonly past: SpecifiedPast;
  /**
   * How a count is read where more of it makes this part truer, and where less does: as it is with the call itself, or
   * as if there were none. `ran`: only what left before, wherever it stands.
   */
  readonly counts: 'soon' | 'late' | 'ran';
}

/** What the call brings that counts are about. */
interface SpecifiedPast {
  readonly history: HistoryReadings;
  readonly tool: ToolInput;
  readonly args: Json;
  readonly now: number;
}

const turned = (scene: EvaluationScope): EvaluationScope => ({
  ...scene,
  counts: scene.counts === 'soon' ? 'late' : scene.counts === 'late' ? 'soon' : 'ran',
});

type Dictionary = Readonly<Record<string, Json>>;

const isList = (value: SpecifiedValue): value is readonly Json[] => Array.isArray(value);
const isDictionary = (value: SpecifiedValue): value is Dictionary =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const equal = (a: Json, b: Json): boolean => {
  if (isList(a) && isList(b)) {
    return a.length === b.length && a.every((item, index) => equal(item, b[index] ?? null));
  }
  if (isDictionary(a) && isDictionary(b)) {
    const keys = Object.keys(a);
    return (
      keys.length === Object.keys(b).length &&
      keys.every((key) => Object.hasOwn(b, key) && equal(a[key] ?? null, b[key] ?? null))
    );
  }
  return a === b;
};

/** `and` looks for a false one, `or` for a true one; failing that, trouble; failing that, the other. */
const combine = (decisive: boolean, values: readonly SpecifiedValue[]): SpecifiedValue => {
  if (values.includes(decisive)) return decisive;
  if (values.some((value) => typeof value !== 'boolean' && value !== MISSING)) return FAULT;
  return values.includes(MISSING) ? MISSING : !decisive;
};

const apply = (
  values: readonly SpecifiedValue[],
  operation: (...plain: Json[]) => SpecifiedValue,
): SpecifiedValue =>
  values.includes(FAULT) ? FAULT : values.includes(MISSING) ? MISSING : operation(...(values as Json[]));

const ORDER: Readonly<
  Record<'lt' | 'le' | 'gt' | 'ge', (a: number | string, b: number | string) => boolean>
> = {
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
};

const compare = (
  order: (a: number | string, b: number | string) => boolean,
  a: Json,
  b: Json,
): SpecifiedValue =>
  (typeof a === 'number' && typeof b === 'number') || (typeof a === 'string' && typeof b === 'string')
    ? order(a, b)
    : FAULT;

const TEXT: Readonly<
  Record<'startsWith' | 'endsWith' | 'contains' | 'glob', (text: string, other: string) => boolean>
> = {
  startsWith: (text, other) => text.slice(0, other.length) === other,
  endsWith: (text, other) => other.length <= text.length && text.slice(text.length - other.length) === other,
  contains: (text, other) => text.includes(other),
  glob: globMatches,
};

const lookUp = (of: Json, key: Json): SpecifiedValue => {
  if (isList(of))
    return typeof key === 'number' ? (of[key] ?? (Object.hasOwn(of, key) ? null : MISSING)) : FAULT;
  if (!isDictionary(of) || typeof key !== 'string') return FAULT;
  return Object.hasOwn(of, key) ? (of[key] ?? null) : MISSING;
};

const isIn = (item: Json, of: Json): SpecifiedValue => {
  if (isList(of)) return of.some((each) => equal(each, item));
  return isDictionary(of) && typeof item === 'string' ? Object.hasOwn(of, item) : FAULT;
};

const sizeOf = (of: Json): SpecifiedValue => {
  if (typeof of === 'string') return [...of].length;
  return isList(of) ? of.length : isDictionary(of) ? Object.keys(of).length : FAULT;
};

const overEach = (
  decisive: boolean,
  over: SpecifiedValue,
  test: Expression,
  scene: EvaluationScope,
): SpecifiedValue =>
  apply([over], (plain) => {
    const elements: readonly Json[] | null = isList(plain)
      ? plain
      : isDictionary(plain)
        ? Object.keys(plain)
        : null;
    if (elements === null) return FAULT;
    return combine(
      decisive,
      elements.map((element) => evaluate(test, { ...scene, locals: [element, ...scene.locals] })),
    );
  });

/** What an argument adds to a sum, in ten-thousandths rounded up; nothing that is no amount can be added. */
const amountOf = (args: Json, path: readonly string[]): number | undefined => {
  let at: Json = args;
  for (const key of path) {
    if (!isDictionary(at) || !Object.hasOwn(at, key)) return undefined;
    at = at[key] ?? null;
  }
  if (typeof at !== 'number' || at < 0 || at > 1_000_000_000) return undefined;
  // what floating point adds is no part of an amount
  return Number.parseInt((at * 10_000 + 0.999).toFixed(6), 10);
};

const countOf = (counter: Counter, { past, counts }: EvaluationScope): SpecifiedValue => {
  // time since a call only shrinks where more was called
  const isWhole = (counts === 'soon') === (counter.measure !== 'since');
  const isCounted = counter.measure === 'count' || counter.measure === 'sum';
  if (counts !== 'ran' && !isWhole)
    return isCounted ? 0 : counter.measure === 'since' ? Number.MAX_VALUE : false;
  const found = past.history[counterName(counter)];
  if (found === undefined) return FAULT;
  const value = counts === 'ran' ? found.ran : found.most;
  const isOwn = counts !== 'ran' && counter.tools.some((pattern) => patternMatches(pattern, past.tool));
  if (counter.measure === 'since') return value === null ? Number.MAX_VALUE : (past.now - value) / 1000;
  if (!isCounted) return value !== null;
  if (value === null) return FAULT;
  if (counter.measure === 'count') return isOwn ? value + 1 : value;
  const own = isOwn ? amountOf(past.args, counter.of ?? []) : 0;
  return own === undefined ? FAULT : (Math.round(value * 10_000) + own) / 10_000;
};

/** The only name both sides share: that under which a reading is given. */
const counterName = counterText;

const evaluate = (expression: Expression, scene: EvaluationScope): SpecifiedValue => {
  const value = (part: Expression): SpecifiedValue => evaluate(part, scene);
  switch (expression.op) {
    case 'value':
      return expression.value;
    case 'list': {
      const items = expression.items.map(value);
      return items.find((item) => item === MISSING || item === FAULT) ?? (items as Json[]);
    }
    case 'field':
      return scene.field(expression.name);
    case 'args':
      return scene.args;
    case 'local': {
      const local = scene.locals[expression.depth];
      if (local === undefined) throw new Error(`no local ${String(expression.depth)}`);
      return local;
    }
    case 'get':
      return apply([value(expression.of), value(expression.key)], lookUp);
    case 'has':
      return apply([value(expression.of)], (of) =>
        isDictionary(of) ? Object.hasOwn(of, expression.key) : FAULT,
      );
    case 'counter':
      return countOf(expression.counter, scene);
    case 'not':
      return apply([evaluate(expression.of, turned(scene))], (of) => (typeof of === 'boolean' ? !of : FAULT));
    case 'and':
      return combine(false, expression.of.map(value));
    case 'or':
      return combine(true, expression.of.map(value));
    case 'eq':
      return apply([value(expression.left), value(expression.right)], equal);
    case 'ne':
      return apply([value(expression.left), value(expression.right)], (a, b) => !equal(a, b));
    case 'lt':
    case 'le':
    case 'gt':
    case 'ge': {
      const order = ORDER[expression.op];
      // a larger left side makes `>` truer, a larger right side `<`
      const [growing, shrinking] = [scene, turned(scene)];
      const [left, right] = expression.op.startsWith('g') ? [growing, shrinking] : [shrinking, growing];
      return apply([evaluate(expression.left, left), evaluate(expression.right, right)], (a, b) =>
        compare(order, a, b),
      );
    }
    case 'in':
      return apply([value(expression.left), value(expression.right)], isIn);
    case 'startsWith':
    case 'endsWith':
    case 'contains':
    case 'glob': {
      const test = TEXT[expression.op];
      return apply([value(expression.left), value(expression.right)], (a, b) =>
        typeof a === 'string' && typeof b === 'string' ? test(a, b) : FAULT,
      );
    }
    case 'size':
      return apply([value(expression.of)], sizeOf);
    case 'lowerAscii':
      return apply([value(expression.of)], (of) =>
        typeof of === 'string' ? of.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()) : FAULT,
      );
    case 'paths':
    case 'namesFile':
    case 'namesHost':
      // made for the table of host tools alone: no policy can say it
      throw new Error('no condition of a policy looks for paths');
    case 'exists':
      return overEach(true, value(expression.over), expression.test, scene);
    case 'all':
      return overEach(false, value(expression.over), expression.test, scene);
    case 'if':
      // nobody can tell what more calls would do to a choice
      if (scene.counts !== 'ran' && JSON.stringify(expression.test).includes('"op":"counter"')) return FAULT;
      return apply([value(expression.test)], (test) =>
        typeof test === 'boolean' ? value(test ? expression.yes : expression.no) : FAULT,
      );
  }
};

// ── beliefs ─────────────────────────────────────────────────────────────────────────────────────

/** What the server says of the tool, as far as one reading listens to it. */
interface ServerClaims {
  readonly claims: readonly Claim[];
  readonly resolved: readonly Claim[];
  readonly sets: { readonly [D in SetDetail]?: readonly string[] };
  readonly minTrustLevel: number;
  readonly intelligencePriority: number;
  readonly other: Readonly<Record<string, boolean | number | string>>;
  /** The hints of each contradiction in it. */
  readonly conflicts: readonly (readonly HintName[])[];
}

const saysOf = (claims: readonly Claim[], hint: HintName): YesNo[] =>
  claims.flatMap((claim) => (claim.hint === hint ? [claim.answer] : []));

const conflictsIn = ({ answers, details }: Claims): HintName[][] => {
  const says = (hint: HintName, answer: YesNo): boolean => saysOf(answers, hint).includes(answer);
  const fromThePublic = details.sets.source?.includes('untrustedPublic') === true;
  return [
    ...HINTS.filter((hint) => says(hint, 'yes') && says(hint, 'no')).map((hint) => [hint]),
    ...CONTRADICTIONS.filter(([a, x, b, y]) => says(a, x) && says(b, y)).map(([a, , b]) => [a, b]),
    ...(says('openWorld', 'no') && fromThePublic ? [['openWorld' as const]] : []),
  ];
};

const everythingSaid = (tool: ToolInput): ServerClaims => ({
  claims: tool.claims.answers,
  conflicts: conflictsIn(tool.claims),
  resolved: tool.resolved,
  sets: tool.claims.details.sets,
  minTrustLevel: tool.claims.details.minTrustLevel ?? 0,
  intelligencePriority: tool.claims.details.modelPreferences?.intelligencePriority ?? 0,
  other: tool.claims.other,
});

const NOTHING_SAID: ServerClaims = {
  claims: [],
  resolved: [],
  sets: {},
  minTrustLevel: 0,
  intelligencePriority: 0,
  other: {},
  conflicts: [],
};

/** An override as it applies to one call: whole, or, where its condition faults, only where it tightens. */
interface SpecifiedOverride {
  readonly override: Override;
  readonly whole: boolean;
}

const noField = (name: string): Json => {
  throw new Error(`an override reads ${name}`);
};

const appliedOverrides = (tool: ToolInput, args: Json): SpecifiedOverride[] =>
  tool.overrides.flatMap((override): SpecifiedOverride[] => {
    if (override.definition !== undefined && override.definition !== tool.definition) return [];
    if (override.when === undefined) return [{ override, whole: true }];
    const past = { history: {}, tool, args, now: 0 };
    const holds = evaluate(override.when, { field: noField, args, locals: [], past, counts: 'ran' });
    if (holds === false || holds === MISSING) return [];
    return [{ override, whole: holds === true }];
  });

/** Below a person's word: what the claims of one hint come to, or null where they come to nothing. */
interface ClaimTier {
  readonly statics: readonly YesNo[];
  readonly resolved: readonly YesNo[];
}

const claimed = (tier: ClaimTier, relaxing: YesNo, believed: boolean): YesNo | null => {
  const tightening = opposite(relaxing);
  if (tier.resolved.includes(tightening)) return tightening;
  if (tier.resolved.length > 0 && tier.statics.length > 0 && believed) return relaxing;
  if (tier.statics.includes(tightening)) return tightening;
  return believed && tier.statics.includes(relaxing) ? relaxing : null;
};

const answersIn = (set: Readonly<Record<string, YesNo>>, hint: string): YesNo[] => {
  const answer = Object.hasOwn(set, hint) ? set[hint] : undefined;
  return answer === undefined ? [] : [answer];
};

const believe = (
  hint: { readonly name: string; readonly relaxing: YesNo; readonly default: Answer },
  tool: ToolInput,
  overrides: readonly SpecifiedOverride[],
  contracts: boolean,
  tier: ClaimTier,
): SpecifiedBelief => {
  const tightest = (answers: readonly YesNo[]): YesNo =>
    answers.includes(opposite(hint.relaxing)) ? opposite(hint.relaxing) : hint.relaxing;

  const observed = tool.observations.filter((each) => each.hint === hint.name).map((each) => each.value);
  if (observed.length > 0) return { value: tightest(observed), ground: 'observation' };

  const operator = overrides.flatMap(({ override, whole }) =>
    answersIn(override.set, hint.name).filter((answer) => whole || answer !== hint.relaxing),
  );
  const review = tool.reviews
    .filter((each) => each.definition === tool.definition)
    .flatMap((each) => answersIn(each.set, hint.name));
  if (operator.length + review.length > 0) {
    const value = tightest([...operator, ...review]);
    return { value, ground: operator.includes(value) ? 'operator' : 'review' };
  }

  if (contracts && hint.name === 'readOnly' && tool.contract.readOnly)
    return { value: 'yes', ground: 'contract' };
  if (contracts && hint.name === 'openWorld' && tool.contract.closedWorld)
    return { value: 'no', ground: 'contract' };

  const claim = claimed(tier, hint.relaxing, tool.server.trust !== 'untrusted');
  return claim === null ? { value: hint.default, ground: 'default' } : { value: claim, ground: 'claim' };
};

type SpecifiedBeliefs = Record<HintName, SpecifiedBelief>;

const beliefIn = (
  name: HintName,
  tool: ToolInput,
  said: ServerClaims,
  overrides: readonly SpecifiedOverride[],
  contracts: boolean,
): SpecifiedBelief => {
  const relaxing = RELAXING[name];
  const disputed = said.conflicts.some((hints) => hints.includes(name));
  const statics = saysOf(said.claims, name).map((answer) => (disputed ? opposite(relaxing) : answer));
  const defaults = READ_KINDS.has(tool.kind) ? DEFAULT_OF_READS : DEFAULT_OF_TOOLS;
  const hint = { name, relaxing, default: defaults[name] ?? 'unknown' };
  return believe(hint, tool, overrides, contracts, { statics, resolved: saysOf(said.resolved, name) });
};

const beliefsFrom = (
  tool: ToolInput,
  said: ServerClaims,
  overrides: readonly SpecifiedOverride[],
): SpecifiedBeliefs => {
  const beliefs = Object.fromEntries(
    HINTS.map((name) => [name, beliefIn(name, tool, said, overrides, true)]),
  ) as SpecifiedBeliefs;

  const { readOnly, destructive } = beliefs;
  const destructiveSaid =
    saysOf([...said.claims, ...said.resolved], 'destructive').includes('yes') ||
    (destructive.value === 'yes' && SETTLED.has(destructive.ground));
  if (readOnly.value === 'yes' && !destructiveSaid) {
    const following = { destructive: 'no', idempotent: 'yes', reversible: 'yes' } as const;
    for (const name of ['destructive', 'idempotent', 'reversible'] as const) {
      if (!SETTLED.has(beliefs[name].ground))
        beliefs[name] = { value: following[name], ground: readOnly.ground };
    }
  }
  return beliefs;
};

const customBelief = (
  hint: CustomHint,
  tool: ToolInput,
  said: ServerClaims,
  overrides: readonly SpecifiedOverride[],
): SpecifiedBelief => {
  const raw = Object.hasOwn(said.other, hint.key) ? said.other[hint.key] : undefined;
  const statics = raw === undefined ? [] : answersIn(hint.values, String(raw));
  return believe(hint, tool, overrides, false, { statics, resolved: [] });
};

interface SpecifiedSet {
  readonly values: readonly string[];
  readonly ground: Ground;
}

const setFrom = (
  detail: SetDetail,
  said: ServerClaims,
  overrides: readonly SpecifiedOverride[],
): SpecifiedSet => {
  const given = overrides.filter(({ override }) => override.sets?.[detail] !== undefined);
  const members = given.flatMap(({ override }) => override.sets?.[detail] ?? []);
  if (given.some(({ whole }) => whole)) return { values: [...new Set(members)], ground: 'operator' };
  const values = said.sets[detail];
  // what could not be evaluated adds to what is said and stands behind nothing
  if (given.length > 0)
    return {
      values: [...new Set([...(values ?? []), ...members])],
      ground: values === undefined ? 'default' : 'claim',
    };
  return values === undefined ? { values: [], ground: 'default' } : { values, ground: 'claim' };
};

// ── facts ───────────────────────────────────────────────────────────────────────────────────────

interface Grounds {
  readonly beliefs: SpecifiedBeliefs;
  readonly destination: SpecifiedSet;
  readonly source: SpecifiedSet;
  /** What openWorld would be if no sandbox counted. */
  readonly openWorldOutput: Answer;
  readonly conflicting: boolean;
}

const factsFrom = (tool: ToolInput, grounds: Grounds): Record<FactName, Answer> => {
  const { beliefs, destination, source } = grounds;
  const is = (hint: HintName): Answer => beliefs[hint].value;
  const untrusted = tool.server.trust === 'untrusted';

  const mutates = not(is('readOnly'));
  const destroys = and(mutates, is('destructive'));
  const irreversible = (): Answer => {
    if (mutates === 'no') return 'no';
    if (is('reversible') === 'no') return mutates;
    return is('reversible') === 'yes' ? 'no' : 'unknown';
  };
  const toPublic = destination.values.includes('public');
  const outward = toPublic ? 'yes' : is('openWorld');
  const returnsUntrusted = (): Answer => {
    if (is('unsafeOutput') === 'yes' || source.values.includes('untrustedPublic')) return 'yes';
    if (is('trusted') === 'yes') return 'no';
    if (grounds.openWorldOutput === 'yes') return 'yes';
    if (is('unsafeOutput') === 'no') return 'no';
    return tool.server.trust === 'owned' && grounds.openWorldOutput === 'no' ? 'no' : 'unknown';
  };
  const readsPrivate = (): Answer => {
    if (is('sensitiveData') === 'yes' || is('secret') === 'yes') return 'yes';
    if (source.values.some((value) => PRIVATE_SOURCES.has(value))) return 'yes';
    if (is('sensitiveData') === 'no') return 'no';
    const sourceBelieved = source.ground === 'operator' || (source.ground === 'claim' && !untrusted);
    return source.values.length > 0 && sourceBelieved ? 'no' : 'unknown';
  };
  const counts = ({ ground }: SpecifiedBelief): boolean =>
    ground !== 'default' && !(ground === 'claim' && untrusted);
  const changesOnGround = beliefs.readOnly.ground !== 'default' || beliefs.destructive.ground !== 'default';
  return {
    mutates,
    destroys,
    irreversible: irreversible(),
    outward,
    returnsUntrusted: returnsUntrusted(),
    readsPrivate: readsPrivate(),
    consequential: or(mutates, outward),
    agentic: is('agency'),
    privileged: is('privilegedAccess'),
    sensitive: or(is('sensitiveData'), is('secret')),
    usesAi: is('aiProcessing'),
    described: answerOf(READ_KINDS.has(tool.kind) || counts(beliefs.readOnly) || counts(beliefs.destructive)),
    conflicting: answerOf(grounds.conflicting),
    quarantined: answerOf(tool.quarantine !== null),
    outwardOnGround:
      outward === 'yes' && !toPublic && beliefs.openWorld.ground === 'default' ? 'no' : outward,
    // an absent destructive hint beside a declared write counts as destructive
    destroysOnGround: destroys === 'yes' && !changesOnGround ? 'no' : destroys,
  };
};

// ── one reading ─────────────────────────────────────────────────────────────────────────────────

interface SpecifiedDisclosure {
  readonly said: ServerClaims;
  readonly beliefs: SpecifiedBeliefs;
  readonly custom: Readonly<Record<string, SpecifiedBelief>>;
  readonly sets: Readonly<Record<SetDetail, SpecifiedSet>>;
  readonly facts: Record<FactName, Answer>;
}

const discloseFrom = (policy: Policy, input: DecisionInput, said: ServerClaims): SpecifiedDisclosure => {
  const { tool } = input;
  const overrides = appliedOverrides(tool, input.args);
  const beliefs = beliefsFrom(tool, said, overrides);
  const sets = Object.fromEntries(SETS.map((detail) => [detail, setFrom(detail, said, overrides)])) as Record<
    SetDetail,
    SpecifiedSet
  >;
  const facts = factsFrom(tool, {
    beliefs,
    destination: sets.destination,
    source: sets.source,
    openWorldOutput: beliefIn('openWorld', tool, said, overrides, false).value,
    conflicting: said.conflicts.some((hints) => hints.some((hint) => !SETTLED.has(beliefs[hint].ground))),
  });
  const custom = Object.fromEntries(
    policy.hints.map((hint) => [hint.name, customBelief(hint, tool, said, overrides)]),
  );
  return { said, beliefs, custom, sets, facts };
};

const claimField = (claims: readonly Claim[], hint: HintName): Answer => {
  const says = saysOf(claims, hint);
  if (says.length === 0) return 'unknown';
  return says.includes(opposite(RELAXING[hint])) ? opposite(RELAXING[hint]) : RELAXING[hint];
};

const fieldsOf = (input: DecisionInput, disclosed: SpecifiedDisclosure): Map<string, Json> => {
  const { tool, origins, principal, time } = input;
  const local = new Date(time.at + time.offsetMinutes * 60_000);
  const fields = new Map<string, Json>([
    ['tool.name', tool.name],
    ['tool.kind', tool.kind],
    ['tool.minTrustLevel', disclosed.said.minTrustLevel],
    ['tool.intelligencePriority', disclosed.said.intelligencePriority],
    ['server.name', tool.server.name],
    ['server.trust', tool.server.trust],
    ['session.words', answerOf(input.words)],
    ['origin.proven', origins.proven],
    ['origin.destination', origins.destination],
    ['origin.created', origins.created],
    ['origin.forbidden', answerOf(origins.forbidden !== undefined)],
    ['origin.outbound', answerOf(origins.outbound === true)],
    ['origin.unproven', origins.unproven.map(({ path }) => path.join('.'))],
    [
      'origin.firstSeen',
      origins.unproven.map(({ firstSeen: at }) => (at === undefined ? 'nowhere' : `${at.server}/${at.tool}`)),
    ],
    ['principal.subject', principal.subject],
    ['principal.kind', principal.kind],
    ['principal.groups', principal.groups],
    ['principal.roles', principal.roles],
    ['principal.delegation', principal.delegation],
    ['time.hour', local.getUTCHours()],
    ['time.minute', local.getUTCMinutes()],
    ['time.weekday', local.getUTCDay() === 0 ? 7 : local.getUTCDay()],
    ['time.date', local.toISOString().slice(0, 10)],
  ]);
  for (const hint of HINTS) {
    fields.set(`tool.${hint}`, disclosed.beliefs[hint].value);
    fields.set(`claims.${hint}`, claimField(disclosed.said.claims, hint));
  }
  for (const [name, value] of Object.entries(disclosed.facts)) fields.set(`tool.${name}`, value);
  for (const [name, { values }] of Object.entries(disclosed.sets)) fields.set(`tool.${name}`, values);
  for (const [name, { value }] of Object.entries(disclosed.custom)) fields.set(`tool.${name}`, value);
  return fields;
};

type SpecifiedFiring = 'match' | 'fault' | 'none';

const fires = (rule: Rule, scene: EvaluationScope, now: number): SpecifiedFiring => {
  const value = rule.when === undefined ? true : evaluate(rule.when, scene);
  if (value === false || value === MISSING) return 'none';
  const excepted = rule.exceptions.some(
    (exception) => now < exception.until && evaluate(exception.unless, { ...scene, counts: 'ran' }) === true,
  );
  if (excepted) return 'none';
  return value === true ? 'match' : 'fault';
};

interface SpecifiedReading {
  readonly firing: ReadonlyMap<Rule, 'match' | 'fault'>;
  readonly outcome: Outcome;
}

const read = (rules: readonly Rule[], scene: EvaluationScope, now: number): SpecifiedReading => {
  const firing = new Map<Rule, 'match' | 'fault'>();
  const outcomes: Outcome[] = [];
  for (const rule of rules) {
    const fired = fires(rule, scene, now);
    if (fired === 'none') continue;
    firing.set(rule, fired);
    if (fired === 'fault') outcomes.push(strictestOf([rule.then ?? 'confirm', 'confirm']));
    else if (rule.then !== undefined) outcomes.push(rule.then);
  }
  return { firing, outcome: strictestOf(outcomes) };
};

// ── obligations ─────────────────────────────────────────────────────────────────────────────────

const defined = <T>(values: readonly (T | undefined)[]): T[] => values.filter((value) => value !== undefined);
const leastOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : Math.min(...values);
const mostOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : Math.max(...values);
const sortedUnion = (lists: readonly (readonly string[])[]): string[] =>
  [...new Set(lists.flat())].toSorted();

const intersection = (weeks: readonly (readonly HoursWindow[])[]): HoursWindow[] | null => {
  const [first, ...others] = weeks;
  if (first === undefined) return null;
  return others
    .reduce<readonly HoursWindow[]>(
      (windows, week) =>
        windows.flatMap((a) =>
          week
            .map((b) => ({ from: Math.max(a.from, b.from), to: Math.min(a.to, b.to) }))
            .filter(({ from, to }) => from < to),
        ),
      first,
    )
    .toSorted((a, b) => a.from - b.from);
};

const merge = (
  rules: readonly Rule[],
  tool: ToolInput,
  idempotent: boolean,
  cap: number | null,
): Obligations => {
  const all = rules.map((rule) => rule.obligations);
  const any = (key: 'noCaching' | 'progress' | 'aiTag' | 'undo' | 'preview'): boolean =>
    all.some((each) => each[key] === true);

  const demands = all.flatMap((each) => each.approvers ?? []);
  const groups = [...new Set(demands.map(({ group }) => group ?? ''))].toSorted();
  const approvers = groups.map((group) => {
    const count = Math.max(
      ...demands.filter((each) => (each.group ?? '') === group).map((each) => each.count),
    );
    return group === '' ? { count } : { count, group };
  });

  const limits = defined(all.map((each) => each.concurrency));
  const concurrency = (['tool', 'server', 'principal'] as const).flatMap((per): ConcurrencyLimit[] => {
    const limit = leastOf(limits.filter((each) => each.per === per).map((each) => each.limit));
    return limit === null ? [] : [{ per, limit }];
  });

  const timed = rules.filter((rule) => rule.obligations.timeoutMs !== undefined);
  const closest = Math.max(...timed.map((rule) => specificity(rule, tool)));
  const timeouts = timed
    .filter((rule) => specificity(rule, tool) === closest)
    .map((rule) => rule.obligations.timeoutMs);
  const timeout = leastOf(defined(timeouts));

  const retries = leastOf(defined(all.map((each) => each.retries)));
  return {
    approvers,
    terms: all.some((each) => each.terms === 'strong') ? 'strong' : 'plain',
    audit: all.some((each) => each.audit === 'full') ? 'full' : 'standard',
    redact: sortedUnion(all.map((each) => each.redact ?? [])),
    noCaching: any('noCaching'),
    timeoutMs: leastOf(defined([timeout ?? undefined, cap ?? undefined])),
    retries: idempotent ? (retries ?? 0) : 0,
    concurrency,
    hours: intersection(defined(all.map((each) => each.hours))),
    progress: any('progress'),
    aiTag: any('aiTag'),
    undo: any('undo'),
    preview: any('preview'),
    notify: sortedUnion(all.map((each) => each.notify ?? [])),
    ...(all.some((each) => (each.raise ?? []).length > 0)
      ? { raise: sortedUnion(all.map((each) => each.raise ?? [])) }
      : {}),
    model: {
      atLeast: mostOf(defined(all.map((each) => each.model?.atLeast))),
      atMost: leastOf(defined(all.map((each) => each.model?.atMost))),
    },
  };
};

/** What a server nobody vouches for says lengthens no time, allows no retry and lowers no model. */
const withoutRelief = (said: Obligations, silent: Obligations): Obligations => ({
  ...said,
  timeoutMs: leastOf([said.timeoutMs, silent.timeoutMs].flatMap((limit) => limit ?? [])),
  retries: leastOf([said.retries, silent.retries]) ?? 0,
  model: { ...said.model, atMost: silent.model.atMost },
});

// ── the decision ────────────────────────────────────────────────────────────────────────────────

const upTo = (strength: LabelStrength): readonly LabelStrength[] =>
  STRENGTHS.slice(0, STRENGTHS.indexOf(strength) + 1);

/** The strictest over what the server said and nothing, and over the labels and all weaker ones. */
export const specifyDecision = (policy: Policy, input: DecisionInput): SpecifiedDecision => {
  const { tool, labels } = input;
  const rules = policy.rules.filter((rule) => rule.tools.some((pattern) => patternMatches(pattern, tool)));
  const plain = discloseFrom(policy, input, everythingSaid(tool));
  const disclosures =
    tool.server.trust === 'untrusted' ? [plain, discloseFrom(policy, input, NOTHING_SAID)] : [plain];

  const isCounting = JSON.stringify(rules).includes('"op":"counter"');
  const bounds = isCounting ? (['soon', 'late'] as const) : (['soon'] as const);
  const readings = disclosures.flatMap((disclosed) => {
    const fields = fieldsOf(input, disclosed);
    return upTo(labels.private).flatMap((privately) =>
      upTo(labels.untrusted).flatMap((untrusted) => {
        const session: Readonly<Record<string, Json>> = {
          'session.private': privately,
          'session.untrusted': untrusted,
        };
        const field = (name: string): Json => {
          const value = session[name] ?? fields.get(name);
          if (value === undefined) throw new Error(`no field ${name}`);
          return value;
        };
        const past = { history: input.history ?? {}, tool, args: input.args, now: input.time.at };
        return bounds.map((counts) => {
          const scene = { field, args: input.args, locals: [], past, counts };
          const reading = read(rules, scene, input.time.at);
          const isPlain =
            disclosed === plain &&
            privately === labels.private &&
            untrusted === labels.untrusted &&
            counts === 'soon';
          return { ...reading, isPlain, isSilent: disclosed !== plain };
        });
      }),
    );
  });

  const plainFiring = [...(readings.find((reading) => reading.isPlain)?.firing ?? [])];
  const counting = rules.filter((rule) => readings.some(({ firing }) => firing.has(rule)));
  const idempotent = plain.beliefs.idempotent.value === 'yes';
  const merged = merge(counting, tool, idempotent, policy.timeoutCapMs);
  const silent = readings.filter(({ isSilent }) => isSilent);
  const inSilence = merge(
    rules.filter((rule) => silent.some(({ firing }) => firing.has(rule))),
    tool,
    idempotent,
    policy.timeoutCapMs,
  );
  const obligations = silent.length === 0 ? merged : withoutRelief(merged, inSilence);
  const outcome = strictestOf(readings.map((reading) => reading.outcome));
  return {
    outcome: obligations.hours?.length === 0 ? 'block' : outcome,
    rules: plainFiring.map(([rule]) => rule.id).toSorted(),
    faults: plainFiring.flatMap(([rule, firing]) => (firing === 'fault' ? [rule.id] : [])).toSorted(),
    faultsInSomeReading: rules
      .filter((rule) => readings.some(({ firing }) => firing.get(rule) === 'fault'))
      .map((rule) => rule.id)
      .toSorted(),
    beliefs: plain.beliefs,
    custom: plain.custom,
    facts: plain.facts,
    obligations,
  };
};
