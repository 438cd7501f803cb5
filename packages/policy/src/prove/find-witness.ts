import type { DecisionInput, Json, JsonObject, Labels, Policy, ToolInput } from '@callgate/core';
import { UNTRACED_ORIGINS, isJsonObject } from '@callgate/core';
import type { Expression, Moment } from '@callgate/core/decide';
import type { Counter, CounterReading } from '@callgate/core/decide';
import {
  AMOUNT_UNITS,
  NEVER,
  counterText,
  countsCallsOf,
  emptyReading,
  listSubexpressions,
  partialEvaluate,
  readAmount,
  readFieldMap,
} from '@callgate/core/decide';
import { counterKey } from './collect-predicates.ts';
import type { Origins } from '@callgate/core/label';
import type { Answer } from '@callgate/core/vocabulary';
import type { Assignment } from './diagrams.ts';
import type { Choice, OpaqueCondition, SituationSpace } from './situation-space.ts';
import { seededRandom } from './seeded-random.ts';
import { settle } from './situation-space.ts';

const MINUTE = 60_000;
const DAY = 1440;

interface WitnessSource {
  readonly space: SituationSpace;
  readonly policy: Policy;
  /** When exceptions end, in order. */
  readonly ends: readonly number[];
}

const isAnswer = (value: Json | undefined): value is Answer =>
  value === 'yes' || value === 'no' || value === 'unknown';

/** Reads choices by their names; what nothing asked for has no choice. */
class AssignedChoices {
  readonly #space: SituationSpace;
  readonly #assignment: Assignment;

  constructor(space: SituationSpace, assignment: Assignment) {
    this.#space = space;
    this.#assignment = assignment;
  }

  value(name: string): Json | undefined {
    const choice = this.#space.choices.get(name);
    return choice === undefined ? undefined : this.#space.valueOf(choice, this.#assignment);
  }

  isAssigned({ variable }: Choice): boolean {
    return this.#assignment.has(variable);
  }

  /** Texts that a list has to hold. */
  members(field: string): readonly string[] {
    return [...this.#space.choices]
      .filter(([name]) => name.startsWith('member '))
      .flatMap(([name, choice]) => {
        const [of, text] = JSON.parse(name.slice('member '.length)) as [string, string];
        return of === field && this.#space.valueOf(choice, this.#assignment) === true ? [text] : [];
      });
  }

  /** The arguments that are asked for, each with its path. */
  get fragments(): readonly JsonObject[] {
    return [...this.#space.choices]
      .filter(([name]) => name.startsWith('args '))
      .flatMap(([, choice]) => {
        const value = this.#space.valueOf(choice, this.#assignment);
        return isJsonObject(value) ? [value] : [];
      });
  }
}

const joinArguments = (a: JsonObject, b: JsonObject): JsonObject => {
  const joined: Record<string, Json> = { ...a };
  for (const [key, value] of Object.entries(b)) {
    const other = joined[key];
    joined[key] = isJsonObject(other) && isJsonObject(value) ? joinArguments(other, value) : value;
  }
  return joined;
};

const originsOf = (chosen: AssignedChoices): Origins => {
  const answer = (name: string): Answer => {
    const value = chosen.value(`origin.${name}`);
    return isAnswer(value) ? value : 'unknown';
  };
  const seen = chosen.members('origin.firstSeen').map((place) => {
    const [server = '', tool = ''] = place.split(/\/(.*)/s);
    return {
      path: ['value'],
      ...(place === 'nowhere' ? {} : { firstSeen: { server, tool, call: 'call', path: [] } }),
    };
  });
  return {
    ...UNTRACED_ORIGINS,
    proven: answer('proven'),
    destination: answer('destination'),
    created: answer('created'),
    unproven: [...chosen.members('origin.unproven').map((path) => ({ path: path.split('.') })), ...seen],
    ...(chosen.value('origin.forbidden') === 'yes' ? { forbidden: 'send' } : {}),
    ...(chosen.value('origin.outbound') === 'yes' ? { outbound: true as const } : {}),
  };
};

/** A moment on that day and at that hour, before and after as many ends of exceptions as it should be. */
const momentOf = (chosen: AssignedChoices, ends: readonly number[]): Moment => {
  const date = String(chosen.value('time.date') ?? '2026-11-18');
  const [hour, minute] = [Number(chosen.value('time.hour') ?? 12), Number(chosen.value('time.minute') ?? 0)];
  const passed = Number(chosen.value('now') ?? ends.length);
  const isFree = chosen.value('time.date') === undefined;
  const local = Date.parse(`${date}T00:00:00Z`) + (hour * 60 + minute) * MINUTE;
  const offsets = [
    0,
    ...Array.from({ length: 24 }, (_, at) => (at + 1) * 60).flatMap((each) => [each, -each]),
  ];
  const suits = (at: number): boolean => ends.filter((end) => end <= at).length === passed;
  const offsetMinutes = offsets.find((offset) => suits(local - offset * MINUTE)) ?? 0;
  if (!isFree || suits(local)) return { at: local - offsetMinutes * MINUTE, offsetMinutes };
  const days = ends.flatMap((end) => [end - DAY * MINUTE, end]);
  const day = days.map(
    (end) => Math.floor(end / (DAY * MINUTE)) * DAY * MINUTE + (hour * 60 + minute) * MINUTE,
  );
  return { at: day.find(suits) ?? local, offsetMinutes: 0 };
};

const constantsIn = (node: Expression): readonly Json[] => [
  ...(node.op === 'value' ? (Array.isArray(node.value) ? node.value : [node.value]) : []),
  ...(node.op === 'namesFile' ? node.files : []),
  ...listSubexpressions(node).flatMap(constantsIn),
];

const argumentsIn = (node: Expression): readonly string[] => [
  ...(node.op === 'get' &&
  node.of.op === 'args' &&
  node.key.op === 'value' &&
  typeof node.key.value === 'string'
    ? [node.key.value]
    : []),
  ...(node.op === 'has' && node.of.op === 'args' ? [node.key] : []),
  ...listSubexpressions(node).flatMap(argumentsIn),
];

const MAX_LENGTH = 5000;

/** Values that are likely to make a difference to a condition with these constants. */
const candidateValues = (constants: readonly Json[]): readonly (Json | undefined)[] => {
  const texts = constants.filter((value) => typeof value === 'string');
  const lengths = constants.flatMap((value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < MAX_LENGTH
      ? [value, value + 1]
      : [],
  );
  const all: readonly (Json | undefined)[] = [
    undefined,
    ...constants,
    ...texts.flatMap((text) => [`${text}x`, `x${text}`, `x${text}x`]),
    ...constants.map((value) => [value]),
    ...texts.flatMap((text) => [
      { [text]: text },
      [`${text}x`],
      [`x${text}`],
      [{ [text]: text }],
      [text, text],
      [`${text}x`, `${text}y`],
    ]),
    ...lengths.flatMap((length) => [
      'x'.repeat(length),
      Array.from({ length }, () => 'x'),
      length,
      [length],
      length - 2,
    ]),
    'x',
    0,
    1,
    true,
    false,
    [],
    ['x'],
    {},
    null,
  ];
  const seen = new Set<string>();
  return all.filter((value) => {
    const key = JSON.stringify(value) ?? '';
    return !seen.has(key) && seen.add(key).size > 0;
  });
};

const MAX_TRIES = 30_000;

/** Arguments under which conditions that are not understood come to what they should. */
const solveOpaque = (
  given: JsonObject,
  wanted: readonly { readonly rest: Expression; readonly to: Json }[],
): JsonObject | undefined => {
  const isSolved = (args: JsonObject): boolean => wanted.every(({ rest, to }) => settle(rest, args) === to);
  if (isSolved(given)) return given;
  const names = [...new Set(wanted.flatMap(({ rest }) => argumentsIn(rest)))];
  const values = candidateValues(wanted.flatMap(({ rest }) => constantsIn(rest)));
  let tries = 0;
  const go = (args: JsonObject, at: number): JsonObject | undefined => {
    const name = names[at];
    if (name === undefined) {
      tries += 1;
      return isSolved(args) ? args : undefined;
    }
    for (const value of [...(Object.hasOwn(given, name) ? [given[name]] : []), ...values]) {
      if (tries > MAX_TRIES) return undefined;
      const { [name]: _, ...others } = args;
      const found = go(value === undefined ? others : { ...others, [name]: value }, at + 1);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return go(given, 0);
};

/** What other calls come to where the counter comes to a value, with the call itself in it or without. */
const othersOf = (counter: Counter, value: Json, at: number, own: number): number | null => {
  if (counter.measure === 'after' || counter.measure === 'label') return value === true ? at : null;
  if (typeof value !== 'number') return null;
  if (counter.measure === 'since') return value === NEVER ? null : at - value * 1000;
  return Math.max(0, value - own);
};

/** What left is among what left or waits, also where the call itself is not counted in. */
const withThose = ({ measure }: Counter, all: number | null, left: number | null): number | null => {
  const isUntold = (value: number | null): boolean => measure === 'sum' && value === null;
  if (isUntold(all) || isUntold(left)) return null;
  return left === null || (all !== null && all >= left) ? all : left;
};

const putAmount = (args: JsonObject, [first = '', ...rest]: readonly string[]): JsonObject => {
  if (rest.length === 0) return { ...args, [first]: 0 };
  const inner = args[first];
  return { ...args, [first]: putAmount(isJsonObject(inner) ? inner : {}, rest) };
};

/** Earlier calls under which counters come to what was chosen. A sum needs an amount of the call itself. */
const withHistory = (input: DecisionInput, space: SituationSpace, chosen: AssignedChoices): DecisionInput => {
  const counters = [
    ...new Map([...space.predicates.counters.values()].map((each) => [counterText(each), each])),
  ];
  if (counters.length === 0) return input;
  const history: Record<string, CounterReading> = {};
  let { args } = input;
  for (const [name, counter] of counters) {
    const [most, ran] = (['most', 'ran'] as const).map((read) => chosen.value(counterKey(counter, read)));
    const isOwn = countsCallsOf(counter, input.tool);
    const path = counter.of ?? [];
    if (counter.measure === 'sum' && isOwn && most !== null && readAmount(args, path) === undefined)
      args = putAmount(args, path);
    const amount =
      (counter.measure === 'sum' ? (readAmount(args, path) ?? 0) / AMOUNT_UNITS : 1) * (isOwn ? 1 : 0);
    const empty = emptyReading(counter);
    const left = ran === undefined ? empty.ran : othersOf(counter, ran, input.time.at, 0);
    const all = most === undefined ? empty.most : othersOf(counter, most, input.time.at, amount);
    history[name] = { most: withThose(counter, all, left), ran: left };
  }
  return { ...input, args, history };
};

const LISTS = ['principal.groups', 'principal.roles', 'principal.delegation'] as const;

/** Makes the input of an assignment. It is a proposal: whether it shows what it should is for `decide` to say. */
export const makeWitness = (
  { space, policy, ends }: WitnessSource,
  tool: ToolInput,
  labels: Labels,
  assignment: Assignment,
): DecisionInput => {
  const chosen = new AssignedChoices(space, assignment);
  const [groups = [], roles = [], delegation = []] = LISTS.map((name) => chosen.members(name));
  const input: DecisionInput = {
    v: 1,
    tool,
    labels,
    words: chosen.value('session.words') === 'yes',
    origins: originsOf(chosen),
    principal: {
      subject: String(chosen.value('principal.subject') ?? 'someone'),
      kind: chosen.value('principal.kind') === 'service' ? 'service' : 'human',
      groups,
      roles,
      delegation,
    },
    args: chosen.fragments.reduce(joinArguments, {}),
    time: momentOf(chosen, ends),
    policy: policy.revision,
  };
  const counted = withHistory(input, space, chosen);
  const asked = space.opaqueConditions.filter(({ choice }) => chosen.isAssigned(choice));
  return asked.length === 0 ? counted : withOpaque(counted, asked, space, assignment, policy);
};

const withOpaque = (
  input: DecisionInput,
  asked: readonly OpaqueCondition[],
  space: SituationSpace,
  assignment: Assignment,
  policy: Policy,
): DecisionInput => {
  const constants = asked
    .flatMap(({ expression }) => constantsIn(expression))
    .filter((value) => typeof value === 'string');
  // a caller's groups and roles may be what a condition looks through
  const lists = [
    [],
    ['x'],
    ['x', 'y'],
    ['x', 'y', 'z'],
    ...constants.map((text) => [text]),
    ...constants.map((text) => [`x${text}`, `${text}x`]),
  ];
  for (const list of lists) {
    const principal = {
      ...input.principal,
      groups: [...input.principal.groups, ...list],
      roles: [...input.principal.roles, ...list],
    };
    const tried = { ...input, principal };
    const fields = readFieldMap(tried, policy.hints);
    const args = solveOpaque(
      input.args,
      asked.map(({ expression, choice }) => ({
        rest: partialEvaluate(expression, fields),
        to: space.valueOf(choice, assignment),
      })),
    );
    if (args !== undefined) return { ...tried, args };
  }
  return input;
};

const MAX_SAMPLES = 1500;

/**
 * The input, or one like it with other arguments, that shows what it should: conditions that are not understood may
 * be met by what makes a difference to them.
 */
export const confirmNear = (
  space: SituationSpace,
  input: DecisionInput,
  isShown: (input: DecisionInput) => boolean,
): DecisionInput | undefined => {
  if (isShown(input)) return input;
  const opaque = space.opaqueConditions.map(({ expression }) => expression);
  const paths = [...space.predicates.paths.values()];
  const names = [...new Set([...opaque.flatMap(argumentsIn), ...paths.map(([name = '']) => name)])];
  if (opaque.length === 0 || names.length === 0) return undefined;
  const odd = candidateValues(opaque.flatMap(constantsIn));
  const values = names.map((name) => {
    const known = paths
      .filter(([root]) => root === name)
      .flatMap((path) => space.argument(path)?.values.map((fragment) => fragment[name]) ?? []);
    return [input.args[name], ...known, ...odd];
  });
  const random = seededRandom(names.length);
  for (let sample = 0; sample < MAX_SAMPLES; sample += 1) {
    const chosen = names.map((name, at) => [name, random.pick(values[at] ?? [])] as const);
    // two arguments are often compared with each other
    const same = random.pick(chosen)[1];
    const args: JsonObject = Object.fromEntries(
      chosen.flatMap(([name, value]) => {
        const kept = random.next() < 0.2 ? same : value;
        return kept === undefined ? [] : [[name, kept]];
      }),
    );
    const tried = { ...input, args };
    if (isShown(tried)) return withFewest(tried, isShown);
  }
  return undefined;
};

/** Without the arguments that it does not take. */
const withFewest = (input: DecisionInput, isShown: (input: DecisionInput) => boolean): DecisionInput => {
  let found = input;
  for (const name of Object.keys(input.args)) {
    const { [name]: _, ...args } = found.args;
    const fewer = { ...found, args };
    if (isShown(fewer)) found = fewer;
  }
  return found;
};
