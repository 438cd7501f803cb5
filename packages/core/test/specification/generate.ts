/** Random policies, tools and calls: everything a decision depends on, mostly sensible and often wrong. */
import type { HistoryReadings, Counter } from '../../src/condition/counter.ts';
import { counterText } from '../../src/condition/counter.ts';
import type { CompareOp, Expression } from '../../src/condition/expression.ts';
import { FIELDS, listPolicyFields } from '../../src/decide/fields.ts';
import type { Field, FieldType } from '../../src/decide/fields.ts';
import type { DecisionInput } from '../../src/decide/decision-input.ts';
import type { HoursWindow, RuleObligations } from '../../src/decide/obligations.ts';
import type { Policy, Rule, RuleException } from '../../src/decide/policy.ts';
import type { CustomHint } from '../../src/disclose/custom-hint.ts';
import { digestDefinition } from '../../src/disclose/digest-definition.ts';
import type { ToolDescription } from '../../src/disclose/describe-tool.ts';
import type { Override, SetAnswers } from '../../src/disclose/tool-input.ts';
import type { UnprovenValue } from '../../src/label/origin.ts';
import type { Json, JsonObject } from '../../src/receive/json.ts';
import {
  ACTION_METADATA_KEY,
  CLAIM_KEYS,
  MODEL_PREFERENCES_KEYS,
  SET_DETAILS,
} from '../../src/vocabulary/claim-keys.ts';
import type { ClaimKey, SetDetail } from '../../src/vocabulary/claim-keys.ts';
import type { Claim } from '../../src/vocabulary/claim.ts';
import { HINT_NAMES } from '../../src/vocabulary/hint-names.ts';
import type { Random } from './random.ts';

export type PolicyDraft = Omit<Policy, 'revision'>;

/** A call without its tool and its policy. */
export type GeneratedSituation = Omit<DecisionInput, 'v' | 'tool' | 'policy'>;

/** One decision to be made. */
export interface DecisionCase {
  readonly policy: PolicyDraft;
  readonly tool: ToolDescription;
  readonly situation: GeneratedSituation;
}

const NOW = Date.UTC(2026, 10, 15, 12, 0);
const DAY = 86_400_000;
const ANSWERS = ['yes', 'no', 'unknown'] as const;
const YES_NO = ['yes', 'no'] as const;
const STRENGTHS = ['none', 'possible', 'known'] as const;
const OUTCOMES = ['auto', 'confirm', 'block'] as const;
const LAYERS = ['organisation', 'team', 'user'] as const;
const TRUSTS = ['untrusted', 'trusted', 'owned'] as const;
const SERVERS = ['mail', 'files', 'web'] as const;
const TOOLS = ['send', 'read_file', 'delete', 'search'] as const;
const PATTERNS: readonly string[] = (
  '* * * * */* mail/* files/* */send mail/send send read_file delete web/ ' +
  's* s??? *e* read_* ?ead_file m?il/s* Send *_* se?d ** nothing'
).split(' ');
const WORDS = ['a', 'A', 'ab', 'abc', 'b', '', 'send', 'public', '*b', '😀', 'ops', 'admin'] as const;
const GLOBS = ['*', 'a*', '*b', '?', '??', 'a?c', '*b*', '', 'A', 's*d', '*.*', '2026-*'] as const;
const ARGUMENTS = ['to', 'amount', 'items', 'force', 'nested', 'note'] as const;
const GROUPS = ['ops', 'admin', 'security'] as const;
const DETAIL_VALUES = [
  'public',
  'internal',
  'user',
  'system',
  'untrustedPublic',
  'trustedPublic',
  'pii',
  'none',
] as const;
const CUSTOM_KEYS = ['com.example/pii', 'com.example/tier', 'org.acme/hint'] as const;
const CUSTOM_VALUES: readonly Json[] = [true, false, 'true', 'high', 'low', 1, 2, null, ['high']];

// ── expressions ─────────────────────────────────────────────────────────────────────────────────

/** What an expression may read. */
interface GeneratorScope {
  readonly fields: readonly Field[];
  /** How many loops are around. */
  readonly locals: number;
  /** How likely parts are that cannot be evaluated. */
  readonly trouble: number;
  /** Whether it may read earlier calls. */
  readonly counts?: boolean;
}

const value = (json: Json): Expression => ({ op: 'value', value: json });
const field = (name: string): Expression => ({ op: 'field', name });
const listOf = (items: readonly string[]): Expression => ({ op: 'list', items: items.map(value) });

const ofType = new WeakMap<readonly Field[], Map<FieldType, readonly Field[]>>();

const fieldOf = (random: Random, reach: GeneratorScope, type: FieldType): Field => {
  let byType = ofType.get(reach.fields);
  if (byType === undefined) ofType.set(reach.fields, (byType = new Map()));
  let fields = byType.get(type);
  if (fields === undefined) byType.set(type, (fields = reach.fields.filter((each) => each.type === type)));
  return random.pick(fields);
};

const argument = (random: Random): Expression => {
  const top: Expression = { op: 'get', of: { op: 'args' }, key: value(random.pick(ARGUMENTS)) };
  return random.oneOf<Expression>(
    [8, () => top],
    [2, () => ({ op: 'get', of: top, key: value(random.pick(['deep', 'to', 'none'])) })],
    [2, () => ({ op: 'get', of: top, key: value(random.pick([0, 1, 5, -1, 0.5])) })],
    [
      1,
      () => ({
        op: 'get',
        of: { op: 'args' },
        key: value(random.pick<Json>(['absent', '__proto__', 3, null])),
      }),
    ],
    // a key that is computed: it may be missing or a fault while the rest of the path is not there
    [
      1,
      () => ({
        op: 'get',
        of: top,
        key: random.pick<Expression>([top, { op: 'size', of: top }, { op: 'size', of: value(1) }]),
      }),
    ],
    [1, () => ({ op: 'args' })],
  );
};

const literal = (random: Random): Json =>
  random.oneOf<Json>(
    [4, () => random.pick(WORDS)],
    [3, () => random.pick([0, 1, 2, 5, 12, 0.5, -1])],
    [2, () => random.chance(0.5)],
    [1, () => null],
    [1, () => random.list(0, 2, () => random.pick<Json>(['a', 'ops', 1, null]))],
    [1, () => (random.chance(0.5) ? { deep: 'a' } : { deep: random.pick<Json>([1, 'b', ['a']]), to: 'ab' })],
  );

/** A value of any type. */
const anything = (random: Random, reach: GeneratorScope, depth: number): Expression =>
  random.oneOf<Expression>(
    [3, () => value(literal(random))],
    [4, () => argument(random)],
    [reach.fields.length > 0 ? 4 : 0, () => field(random.pick(reach.fields).name)],
    [reach.locals > 0 ? 6 : 0, () => ({ op: 'local', depth: random.below(reach.locals) })],
    [1, () => ({ op: 'size', of: depth > 0 ? anything(random, reach, depth - 1) : argument(random) })],
    [1, () => ({ op: 'lowerAscii', of: depth > 0 ? anything(random, reach, depth - 1) : argument(random) })],
    [
      depth > 0 ? 1 : 0,
      () => ({ op: 'list', items: random.list(0, 2, () => anything(random, reach, depth - 1)) }),
    ],
    [
      depth > 0 ? 1 : 0,
      () => ({ op: 'get', of: anything(random, reach, depth - 1), key: anything(random, reach, depth - 1) }),
    ],
    [
      depth > 0 ? 1 : 0,
      () => ({
        op: 'if',
        test: condition(random, reach, depth - 1),
        yes: anything(random, reach, depth - 1),
        no: anything(random, reach, depth - 1),
      }),
    ],
  );

const equality = (random: Random): 'eq' | 'ne' => (random.chance(0.65) ? 'eq' : 'ne');
const COMPARISONS: readonly CompareOp[] = ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'in'];
const ORDERS: readonly CompareOp[] = ['lt', 'le', 'gt', 'ge', 'eq', 'ne'];
const TEXT_OPS = ['startsWith', 'endsWith', 'contains', 'glob'] as const;

/** What a policy's author would write about one field. */
const fieldCondition = (random: Random, reach: GeneratorScope): Expression =>
  random.oneOf<Expression>(
    [
      9,
      () => ({
        op: equality(random),
        left: field(fieldOf(random, reach, 'answer').name),
        right: random.chance(0.9)
          ? value(random.pick(ANSWERS))
          : field(fieldOf(random, reach, 'answer').name),
      }),
    ],
    [
      2,
      () => ({
        op: 'in',
        left: field(fieldOf(random, reach, 'answer').name),
        right: listOf(random.some(ANSWERS, 0.6)),
      }),
    ],
    [
      4,
      () => ({
        op: equality(random),
        left: field(fieldOf(random, reach, 'label').name),
        right: value(random.pick(STRENGTHS)),
      }),
    ],
    [
      2,
      () => ({
        op: 'in',
        left: field(fieldOf(random, reach, 'label').name),
        right: listOf(random.some(STRENGTHS, 0.6)),
      }),
    ],
    [
      2,
      () => {
        const text = fieldOf(random, reach, 'text');
        const right = value(random.pick([...(text.values ?? []), ...SERVERS, ...TOOLS, 'ann', '2026-11-15']));
        return { op: equality(random), left: field(text.name), right };
      },
    ],
    [
      2,
      () => ({
        op: random.pick(TEXT_OPS),
        left: field(fieldOf(random, reach, 'text').name),
        right: value(random.pick(GLOBS)),
      }),
    ],
    [
      2,
      () => ({
        op: random.pick(ORDERS),
        left: field(fieldOf(random, reach, 'number').name),
        right: value(random.pick([0, 1, 3, 0.5, 7, 12, 30])),
      }),
    ],
    [
      3,
      () => ({
        op: 'in',
        left: value(random.pick([...DETAIL_VALUES, ...GROUPS])),
        right: field(fieldOf(random, reach, 'texts').name),
      }),
    ],
    [
      1,
      () => ({
        op: random.pick(ORDERS),
        left: { op: 'size', of: field(fieldOf(random, reach, 'texts').name) },
        right: value(random.below(3)),
      }),
    ],
    [
      1,
      () => ({
        op: equality(random),
        left: { op: 'get', of: field(fieldOf(random, reach, 'texts').name), key: value(random.below(2)) },
        right: value(random.pick(DETAIL_VALUES)),
      }),
    ],
  );

const argumentCondition = (random: Random): Expression =>
  random.oneOf<Expression>(
    [3, () => ({ op: equality(random), left: argument(random), right: value(literal(random)) })],
    [
      2,
      () => ({ op: random.pick(ORDERS), left: argument(random), right: value(random.pick([0, 1, 5, 12])) }),
    ],
    [2, () => ({ op: random.pick(TEXT_OPS), left: argument(random), right: value(random.pick(GLOBS)) })],
    [
      2,
      () => ({
        op: 'has',
        of: random.chance(0.8) ? { op: 'args' } : argument(random),
        key: random.pick([...ARGUMENTS, 'deep']),
      }),
    ],
    [1, () => ({ op: 'in', left: value(random.pick(WORDS)), right: argument(random) })],
    [1, () => ({ op: 'in', left: argument(random), right: listOf(random.some(WORDS, 0.3)) })],
    [1, () => ({ op: 'eq', left: { op: 'lowerAscii', of: argument(random) }, right: value('a') })],
    [1, () => argument(random)],
  );

/** A type error, a value that is no condition, or something absent, mostly known before the call is. */
const trouble = (random: Random, reach: GeneratorScope): Expression => {
  const some = (type: FieldType): Expression =>
    reach.fields.length > 0 ? field(fieldOf(random, reach, type).name) : argument(random);
  return random.oneOf<Expression>(
    [1, () => value(random.pick<Json>(['yes', 0, null, []]))],
    [2, () => some(random.pick(['answer', 'label', 'text', 'number', 'texts']))],
    [2, () => ({ op: 'lt', left: some('answer'), right: value(1) })],
    [1, () => ({ op: 'not', of: some('label') })],
    [1, () => ({ op: 'in', left: some('text'), right: some('number') })],
    [2, () => ({ op: 'get', of: some('texts'), key: value(random.pick<Json>([0, 9, 'a'])) })],
    [1, () => ({ op: 'eq', left: { op: 'get', of: some('texts'), key: value(9) }, right: some('text') })],
  );
};

/** Usually true or false. */
const DAY_WINDOW = 86_400_000;

export const COUNTERS: readonly Counter[] = [
  { measure: 'count', tools: ['mail/*'], windowMs: DAY_WINDOW, per: 'session' },
  { measure: 'count', tools: ['*'], windowMs: 60_000, per: 'principal' },
  { measure: 'sum', tools: ['*'], of: ['amount'], windowMs: DAY_WINDOW, per: 'all' },
  { measure: 'sum', tools: ['send'], of: ['nested', 'deep'], windowMs: DAY_WINDOW, per: 'server' },
  { measure: 'since', tools: ['web/*'], windowMs: null, per: 'session' },
  { measure: 'after', tools: ['files/*', 'search'], windowMs: null, per: 'session' },
  { measure: 'label', tools: [], label: 'customer-data', windowMs: null, per: 'session' },
];

/** A counter where a policy may write one: in a comparison by size, or alone. */
const countCondition = (random: Random): Expression => {
  const counter: Expression = { op: 'counter', counter: random.pick(COUNTERS) };
  const isFlag = ['after', 'label'].includes(counter.counter.measure);
  if (isFlag) return counter;
  const bound = random.chance(0.8)
    ? value(random.pick([0, 1, 2, 5, 12, 0.5]))
    : random.chance(0.5)
      ? argument(random)
      : ({ op: 'counter', counter: random.pick(COUNTERS) } as const);
  const op = random.pick(['lt', 'le', 'gt', 'ge'] as const);
  return random.chance(0.7) ? { op, left: counter, right: bound } : { op, left: bound, right: counter };
};

const historyOf = (random: Random): HistoryReadings =>
  Object.fromEntries(
    COUNTERS.filter(() => random.chance(0.9)).map(({ measure, ...counter }) => {
      const key = counterText({ measure, ...counter });
      const isTime = measure !== 'count' && measure !== 'sum';
      if (random.chance(0.15)) return [key, { most: null, ran: null }];
      if (isTime) {
        const at = NOW - random.pick([0, 1, 500, 2000, 12_000, DAY]);
        return [key, { most: at, ran: random.chance(0.7) ? at - random.pick([0, 5000]) : null }];
      }
      const ran = random.pick([0, 1, 2, 5, 0.5]);
      return [key, { most: ran + random.pick([0, 0, 1, 7]), ran }];
    }),
  );

export const condition = (random: Random, reach: GeneratorScope, depth: number): Expression => {
  const inner = (): Expression => condition(random, reach, depth - 1);
  const loop = (): Expression => ({
    op: random.chance(0.5) ? 'exists' : 'all',
    over: random.oneOf<Expression>(
      [3, () => argument(random)],
      [reach.fields.length > 0 ? 2 : 0, () => field(fieldOf(random, reach, 'texts').name)],
      [1, () => listOf(random.some(WORDS, 0.2))],
      [1, () => ({ op: 'args' })],
    ),
    test: condition(random, { ...reach, locals: reach.locals + 1 }, depth - 1),
  });
  return random.oneOf<Expression>(
    [reach.fields.length > 0 ? 10 : 0, () => fieldCondition(random, reach)],
    [3, () => argumentCondition(random)],
    [reach.fields.length > 0 && reach.counts === true ? 5 : 0, () => countCondition(random)],
    [1, () => value(random.chance(0.8))],
    [
      1 + reach.locals * 6,
      () => ({
        op: random.pick([...COMPARISONS, ...TEXT_OPS]) as CompareOp,
        left: anything(random, reach, depth),
        right: anything(random, reach, depth),
      }),
    ],
    [0.5, () => anything(random, reach, depth)],
    [reach.trouble, () => trouble(random, reach)],
    [depth > 0 ? 4 : 0, () => ({ op: 'and', of: random.list(random.chance(0.05) ? 0 : 1, 3, inner) })],
    [depth > 0 ? 4 : 0, () => ({ op: 'or', of: random.list(random.chance(0.05) ? 0 : 1, 3, inner) })],
    [depth > 0 ? 2 : 0, () => ({ op: 'not', of: inner() })],
    [depth > 0 ? 1 : 0, () => ({ op: 'if', test: inner(), yes: inner(), no: inner() })],
    [depth > 0 ? 2 : 0, loop],
  );
};

const ARGUMENTS_ONLY: GeneratorScope = { fields: [], locals: 0, trouble: 0.5 };

// ── policies ────────────────────────────────────────────────────────────────────────────────────

/** Windows of a week that neither touch nor overlap, in any order. */
const hoursOf = (random: Random): HoursWindow[] => {
  const cuts = [0, 480, 600, 1020, 1440, 4000, 7200, 10_080];
  const windows: HoursWindow[] = [];
  for (let index = 0; index + 1 < cuts.length; index += 1) {
    if (random.chance(0.45))
      windows.push({ from: cuts[index] ?? 0, to: (cuts[index + 1] ?? 0) - random.between(1, 60) });
  }
  return random.chance(0.3) ? random.shuffled(windows) : windows;
};

const OBLIGATIONS: readonly ((random: Random) => RuleObligations)[] = [
  (random) => ({
    approvers: random.list(1, 2, () => ({
      count: random.between(1, 3),
      ...(random.chance(0.5) ? { group: random.pick(GROUPS) } : {}),
    })),
  }),
  () => ({ terms: 'strong' }),
  (random) => ({ audit: random.chance(0.7) ? 'full' : 'standard' }),
  (random) => ({ redact: random.list(0, 2, () => random.pick(['to', 'note', 'items.0', 'amount'])) }),
  () => ({ noCaching: true }),
  (random) => ({ timeoutMs: random.pick([100, 1000, 5000, 60_000]) }),
  (random) => ({ retries: random.below(4) }),
  (random) => ({
    concurrency: { per: random.pick(['tool', 'server', 'principal']), limit: random.between(1, 5) },
  }),
  (random) => ({ hours: hoursOf(random) }),
  () => ({ progress: true }),
  () => ({ aiTag: true }),
  () => ({ undo: true }),
  () => ({ preview: true }),
  (random) => ({ raise: random.list(0, 2, () => random.pick(['customer-data', 'secret'])) }),
  (random) => ({ notify: random.list(1, 2, () => random.pick(['ops', 'owner', 'audit'])) }),
  (random) => ({
    model: {
      ...(random.chance(0.6) ? { atLeast: random.pick([0.2, 0.5, 0.9]) } : {}),
      ...(random.chance(0.6) ? { atMost: random.pick([0.3, 0.6, 1]) } : {}),
    },
  }),
];

const obligationsOf = (random: Random): RuleObligations =>
  random.chance(0.55) ? {} : Object.assign({}, ...random.list(1, 3, () => random.pick(OBLIGATIONS)(random)));

const exceptionOf = (random: Random, id: string, reach: GeneratorScope): RuleException => ({
  id,
  layer: 'user',
  unless: condition(random, reach, random.below(3)),
  text: 'generated',
  reason: 'for a while',
  until: NOW + random.pick([-DAY, 0, 1, DAY, DAY]),
});

const ruleOf = (random: Random, id: string, reach: GeneratorScope): Rule => ({
  id,
  layer: random.pick(LAYERS),
  tools: random.chance(0.6)
    ? ['*']
    : random.list(random.chance(0.05) ? 0 : 1, 3, () => random.pick(PATTERNS)),
  ...(random.chance(0.8) ? { when: condition(random, reach, random.below(4)), text: 'generated' } : {}),
  ...random.oneOf<{ then?: (typeof OUTCOMES)[number] }>(
    [9, () => ({ then: 'auto' })],
    [3, () => ({ then: 'confirm' })],
    [2, () => ({ then: 'block' })],
    [3, () => ({})],
  ),
  obligations: obligationsOf(random),
  reason: `the reason of ${id}`,
  delegated: random.chance(0.5),
  exceptions: random.chance(0.75)
    ? []
    : random.list(1, 2, () => exceptionOf(random, `${id}-but-${String(random.below(1000))}`, reach)),
});

const hintOf = (random: Random, name: string): CustomHint => ({
  name,
  key: random.pick(CUSTOM_KEYS),
  values: random.pick<Readonly<Record<string, 'yes' | 'no'>>>([
    { true: 'yes', false: 'no' },
    { high: 'yes', low: 'no', '1': 'no' },
    { true: 'no', '2': 'yes' },
  ]),
  default: random.pick(ANSWERS),
  relaxing: random.pick(YES_NO),
  description: 'a hint of the operator',
});

const CUSTOM_NAMES = ['handlesPii', 'tier'] as const;

export const policyOf = (random: Random): PolicyDraft => {
  const hints = random.some(CUSTOM_NAMES, 0.3).map((name) => hintOf(random, name));
  const reach: GeneratorScope = {
    fields: hints.length === 0 ? FIELDS : listPolicyFields(hints),
    locals: 0,
    trouble: random.chance(0.3) ? 4 : 0.3,
    counts: random.chance(0.3),
  };
  const rules = Array.from({ length: random.between(1, 6) }, (_, index) =>
    ruleOf(random, `r${String(index)}`, reach),
  );
  return {
    name: 'generated',
    mode: random.chance(0.9) ? 'enforce' : 'observe',
    hints,
    rules,
    timeoutCapMs: random.chance(0.5) ? null : random.pick([500, 10_000]),
  };
};

// ── tools ───────────────────────────────────────────────────────────────────────────────────────

type JsonRecord = Record<string, Json>;

const claimValue = (random: Random, key: ClaimKey): Json => {
  if (random.chance(0.06))
    return random.pick<Json>([null, 'true', 1, [], {}, 'nonsense', ['nonsense'], [true]]);
  if (key.type === 'boolean') return random.chance(0.5);
  if (key.type === 'texts') return random.list(0, 2, () => random.pick(['email', 'disk', 'user']));
  const values = Object.keys(key.values);
  if (values.includes('regulated') && random.chance(0.1)) return { regulated: { scopes: ['hipaa'] } };
  return random.chance(0.6) ? random.pick(values) : random.list(1, 2, () => random.pick(values));
};

const inside = (holder: JsonRecord, key: string): JsonRecord => {
  const known = holder[key];
  if (typeof known === 'object' && known !== null && !Array.isArray(known)) return known as JsonRecord;
  const made: JsonRecord = {};
  holder[key] = made;
  return made;
};

const BASE_KEYS = CLAIM_KEYS.slice(0, 4);

/** Puts one claim where some document says it belongs. */
const writeClaim = (random: Random, home: JsonRecord): void => {
  const key = random.pick(random.chance(0.4) ? BASE_KEYS : CLAIM_KEYS);
  const holder =
    key.in === 'top'
      ? home
      : key.in === 'actionMetadata'
        ? inside(home, ACTION_METADATA_KEY)
        : inside(random.chance(0.7) ? home : inside(home, ACTION_METADATA_KEY), key.in);
  holder[key.key] = claimValue(random, key);
};

const writeDetail = (random: Random, home: JsonRecord): void => {
  random.oneOf<unknown>(
    [2, () => (home['minTrustLevel'] = random.pick<Json>([1, 3, 5, 0, 'high']))],
    [
      2,
      () =>
        (home[random.pick(MODEL_PREFERENCES_KEYS)] = {
          intelligencePriority: random.pick<Json>([0, 0.5, 1, 2, 'x']),
          costPriority: 0.5,
        }),
    ],
    [1, () => (home['title'] = 'A tool')],
    [1, () => (home['unknownHint'] = true)],
  );
};

const definitionOf = (random: Random): JsonObject => {
  const definition: JsonRecord = { name: random.pick(TOOLS), inputSchema: { type: 'object' } };
  for (const home of ['annotations', '_meta'] as const) {
    if (random.chance(0.25)) continue;
    if (random.chance(0.03)) {
      definition[home] = random.pick<Json>([null, 'x', [], 3]);
      continue;
    }
    const claims = inside(definition, home);
    for (let count = random.below(5); count > 0; count -= 1) writeClaim(random, claims);
    if (random.chance(0.2)) writeDetail(random, claims);
    if (home === '_meta' && random.chance(0.4)) claims[random.pick(CUSTOM_KEYS)] = random.pick(CUSTOM_VALUES);
  }
  return definition;
};

/** Half the time one of the hints that most facts hang on. */
const hintName = (random: Random): string =>
  random.oneOf<string>(
    [5, () => random.pick(['readOnly', 'destructive', 'openWorld', 'idempotent', 'sensitiveData'])],
    [5, () => random.pick(HINT_NAMES)],
    [1, () => random.pick(CUSTOM_NAMES)],
    [0.3, () => 'nobodyKnows'],
  );

const setAnswers = (random: Random): SetAnswers =>
  Object.fromEntries(random.list(0, 3, () => [hintName(random), random.pick(YES_NO)]));

const overrideOf = (random: Random, digest: string | null): Override => ({
  set: setAnswers(random),
  ...(random.chance(0.3)
    ? {
        sets: Object.fromEntries(
          random.list(1, 2, (): [SetDetail, string[]] => [
            random.pick(random.chance(0.7) ? (['destination', 'source'] as const) : SET_DETAILS),
            random.list(0, 2, () => random.pick(DETAIL_VALUES)),
          ]),
        ),
      }
    : {}),
  ...(random.chance(0.4) ? { when: condition(random, ARGUMENTS_ONLY, random.below(3)) } : {}),
  ...(digest !== null && random.chance(0.3)
    ? { definition: random.chance(0.6) ? digest : 'sha256:other' }
    : {}),
});

const resolvedOf = (random: Random): Claim => ({
  hint: random.pick(HINT_NAMES.slice(0, 4)),
  answer: random.pick(YES_NO),
  home: 'resolve',
  key: 'annotations',
});

export interface ToolOptions {
  /** Bind overrides and reviews to the definition's digest. */
  readonly bound: boolean;
  readonly untrusted: boolean;
}

export const toolOf = (random: Random, options: ToolOptions): ToolDescription => {
  const definition = definitionOf(random);
  const digest = options.bound && random.chance(0.3) ? digestDefinition(definition).digest : null;
  const kind = random.chance(0.8)
    ? 'tool'
    : random.pick(['resource', 'prompt', 'completion', 'task-update', 'sampling'] as const);
  return {
    server: random.pick(SERVERS),
    trust: options.untrusted ? 'untrusted' : random.pick(TRUSTS),
    definition,
    kind,
    resolved: random.chance(0.8) ? [] : random.list(1, 3, () => resolvedOf(random)),
    overrides: random.chance(0.65) ? [] : random.list(1, 3, () => overrideOf(random, digest)),
    reviews:
      digest === null || random.chance(0.5)
        ? []
        : random.list(1, 2, () => ({
            definition: random.chance(0.7) ? digest : 'sha256:other',
            set: setAnswers(random),
          })),
    observations: random.chance(0.85)
      ? []
      : random.list(1, 3, () => ({ hint: hintName(random), value: random.pick(YES_NO) })),
    contract: { readOnly: random.chance(0.15), closedWorld: random.chance(0.15) },
    quarantine: random.chance(0.9) ? null : 'it changed',
  };
};

// ── situations ──────────────────────────────────────────────────────────────────────────────────

const argumentsOf = (random: Random): JsonObject => {
  const args: JsonRecord = {};
  for (const name of random.some(ARGUMENTS, 0.6)) {
    args[name] = random.chance(0.15)
      ? literal(random)
      : random.pick<Json>(
          {
            to: ['a', 'ab', 'abc', 'A', 'send'],
            amount: [0, 1, 5, 12, 0.5],
            items: [[], ['a'], ['a', 'ops'], ['ab', 1], [['a'], null]],
            force: [true, false],
            nested: [{ deep: 'a' }, { deep: 1, to: 'ab' }, {}],
            note: ['', 'public', '😀', 'abc'],
          }[name],
        );
  }
  return args;
};

const unprovenOf = (random: Random): UnprovenValue => ({
  path: random.pick<(string | number)[]>([['to'], ['items', 0], ['nested', 'deep']]),
  origin: random.pick(['untrusted', 'nowhere']),
});

type GeneratedSession = Pick<GeneratedSituation, 'labels' | 'words' | 'origins' | 'principal'>;

const sessionOf = (random: Random): GeneratedSession => ({
  labels: { private: random.pick(STRENGTHS), untrusted: random.pick(STRENGTHS) },
  words: random.chance(0.5),
  origins: {
    proven: random.pick(ANSWERS),
    destination: random.pick(ANSWERS),
    created: random.pick(ANSWERS),
    unproven: random.list(0, 2, () => unprovenOf(random)),
    ...(random.chance(0.2) ? { forbidden: 'search' } : {}),
    ...(random.chance(0.3) ? { outbound: true } : {}),
  },
  principal: {
    subject: random.pick(['ann', 'bob']),
    kind: random.pick(['human', 'service']),
    groups: random.some(GROUPS, 0.3),
    roles: random.some(['admin', 'reader'], 0.3),
    delegation: random.some(['ann', 'bot'], 0.2),
  },
});

const situationOf = (random: Random, session: GeneratedSession): GeneratedSituation => ({
  ...session,
  args: argumentsOf(random),
  history: historyOf(random),
  time: {
    at: NOW + random.pick([0, 0, -1, random.between(-7, 7) * DAY, random.between(-500, 500) * 61_007]),
    offsetMinutes: random.pick([0, 0, 60, -480, 330, 840]),
  },
});

/** Several decisions that share a policy, tools and sessions, as a gate's do. */
export function* casesOf(random: Random, count: number, options: ToolOptions): Generator<DecisionCase> {
  const policy = policyOf(random);
  const tools = random.list(2, 3, () => toolOf(random, options));
  const sessions = random.list(3, 4, () => sessionOf(random));
  for (let made = 0; made < count; made += 1) {
    yield { policy, tool: random.pick(tools), situation: situationOf(random, random.pick(sessions)) };
  }
}
