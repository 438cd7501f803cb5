import type { DecisionInput, Json, JsonObject, Policy, Rule } from '@callgate/core';
import { Engine, LOCAL_PRINCIPAL, UNTRACED_ORIGINS, describeTool, isJsonObject } from '@callgate/core';
import type { Expression } from '@callgate/core/decide';
import { FIELDS, partialEvaluate } from '@callgate/core/decide';
import { TRUST_LEVELS, disclose } from '@callgate/core/disclose';
import { LABEL_STRENGTHS } from '@callgate/core/label';
import type { Answer } from '@callgate/core/vocabulary';
import { ANSWERS } from '@callgate/core/vocabulary';
import { EvaluationError } from '@marcbachmann/cel-js';
import { describe, expect, it } from 'vitest';
import { Random } from '../../core/test/specification/random.ts';
import { createCelEnvironment } from '../src/cel-environment.ts';
import { translateCondition } from '../src/translate-condition.ts';

/*
 * Our conditions against cel-js itself, on the same text and the same data. Where cel-js says true or false we say
 * so; where it finds no such key or index the rule does not match; where it throws anything else the rule counts.
 *
 * On purpose we are stricter in these places, and only there. Such cases are generated too ("rough"), and held to a
 * weaker law: never true or false where cel-js is not, and never anything but the same answer or a fault where it is.
 *  - a member of something that has no members (`args.text.x`, `args.list.x`, `args.map[0]`) is a type error, where
 *    cel-js says "no such key"; `has` of such a member is a type error too, where cel-js says false
 *  - something other than a text `in` a map is a type error, where cel-js says false
 *  - true and false have no order, where cel-js says false < true
 *  - of several operands that cannot be evaluated, a type error outweighs a missing argument, wherever they stand;
 *    cel-js throws the one it met last
 * And these load in cel-js but not here: a condition that is only an argument, arithmetic,
 * `matches`, map literals, nested quantifiers and everything else translate-condition.test.ts lists.
 */

const CASES = Number(process.env['CALLGATE_CASES'] ?? 20_000);
const A_SITUATION = 20;

const environment = createCelEnvironment(FIELDS);

type ConditionResult = 'true' | 'false' | 'missing' | 'fault';

const MISSING_CODES: ReadonlySet<string> = new Set(['no_such_key', 'index_out_of_bounds']);

const TROUBLE = Symbol('cannot be evaluated');

const valueInCel = (text: string, context: Record<string, unknown>): unknown => {
  try {
    return environment.evaluate(text, context);
  } catch {
    return TROUBLE;
  }
};

const inCel = (text: string, context: Record<string, unknown>): ConditionResult => {
  try {
    const value: unknown = environment.evaluate(text, context);
    return value === true ? 'true' : value === false ? 'false' : 'fault';
  } catch (error) {
    return error instanceof EvaluationError && MISSING_CODES.has(error.code) ? 'missing' : 'fault';
  }
};

const rule = (id: string, when: Expression): Rule => ({
  id,
  layer: 'user',
  tools: ['*'],
  when,
  then: 'block',
  obligations: {},
  reason: id,
  delegated: false,
  exceptions: [],
});

/** Two rules a condition, one with it and one with its opposite: they tell false, which the second sees, from missing. */
const inCallgate = (texts: readonly string[], input: Omit<DecisionInput, 'policy'>): ConditionResult[] => {
  const policy: Policy = {
    name: 'conditions',
    mode: 'enforce',
    hints: [],
    timeoutCapMs: null,
    revision: 'of this test',
    rules: texts.flatMap((text, index) => {
      const when = translateCondition(text, environment, FIELDS);
      return [rule(`holds-${index}`, when), rule(`fails-${index}`, { op: 'not', of: when })];
    }),
  };
  const { rules } = new Engine(policy).decide({ ...input, policy: policy.revision });
  const counted = new Map(rules.map((fired) => [fired.id, fired.counted]));
  return texts.map((_, index) => {
    const [holds, fails] = [counted.get(`holds-${index}`), counted.get(`fails-${index}`)];
    if (holds === 'fault' || fails === 'fault') return 'fault';
    if (holds !== undefined) return 'true';
    return fails === undefined ? 'missing' : 'false';
  });
};

// ---------------------------------------------------------------------------------------- data

const TEXTS = ['', 'a', 'b', 'abc', 'ABC', 'to', 'Ünï😀', '0', 'yes', 'x@example.com'] as const;
const NUMBERS = [0, 1, 2, 3, -1, 1.5, 1e6, -0.25] as const;
const KEYS = ['to', 'n', 'list', 'map', 'flag', 'nothing', 'deep', 'toString', '__proto__'] as const;

const scalar = (random: Random): Json =>
  random.oneOf<Json>(
    [5, () => random.pick(TEXTS)],
    [4, () => random.pick(NUMBERS)],
    [2, () => random.chance(0.5)],
    [1, () => null],
  );

const plainList = (random: Random): Json[] =>
  random.oneOf<Json[]>(
    [2, () => random.list(0, 4, () => random.pick(NUMBERS))],
    [2, () => random.list(0, 4, () => random.pick(TEXTS))],
    [1, () => random.list(0, 4, () => scalar(random))],
    [2, () => random.list(0, 3, () => plainMap(random))],
  );

const plainMap = (random: Random): JsonObject =>
  Object.fromEntries(random.some(['to', 'n', 'flag'], 0.6).map((key) => [key, scalar(random)]));

const argumentsFor = (random: Random): JsonObject => {
  const values: Record<string, Json> = {};
  if (random.chance(0.8)) values['to'] = random.pick(TEXTS);
  if (random.chance(0.8)) values['n'] = random.pick(NUMBERS);
  if (random.chance(0.8)) values['list'] = plainList(random);
  if (random.chance(0.8)) values['map'] = plainMap(random);
  if (random.chance(0.8)) values['flag'] = random.chance(0.9) ? random.chance(0.5) : scalar(random);
  if (random.chance(0.3)) values['nothing'] = null;
  if (random.chance(0.6)) values['deep'] = { map: plainMap(random), list: plainList(random), to: 'abc' };
  return values;
};

const TOOLS = [
  { trust: 'trusted', name: 'abc', annotations: { readOnlyHint: true, openWorldHint: false } },
  { trust: 'trusted', name: 'a', annotations: { readOnlyHint: false, minTrustLevel: 3, category: 'mutate' } },
  { trust: 'owned', name: 'to', annotations: { destructiveHint: false, sideEffects: ['a', 'abc'] } },
  { trust: 'trusted', name: 'send', annotations: {} },
] as const;

const DESCRIBED = TOOLS.map(({ trust, name, annotations }) => {
  const tool = describeTool({ server: 'files', trust, definition: { name, annotations } });
  return { tool, disclosure: disclose(tool, 'all', [], []) };
});

const PRINCIPALS = [
  LOCAL_PRINCIPAL,
  { subject: 'abc', kind: 'service', groups: ['a', 'to'], roles: ['b'], delegation: ['abc'] },
] as const;

const belief = (value: Answer): unknown => environment.evaluate(value);
const BELIEFS = { yes: belief('yes'), no: belief('no'), unknown: belief('unknown') };
const LABELS = {
  none: environment.evaluate('none'),
  possible: environment.evaluate('possible'),
  known: environment.evaluate('known'),
};

interface ConditionData {
  readonly input: Omit<DecisionInput, 'policy'>;
  readonly context: Record<string, unknown>;
}

const makeData = (random: Random): ConditionData => {
  const { tool, disclosure } = random.pick(DESCRIBED);
  const { beliefs, facts, sets, minTrustLevel } = disclosure;
  const principal = random.pick(PRINCIPALS);
  const words = random.chance(0.5);
  const hour = random.below(24);
  const unproven = random.some(['to', 'map.to'], 0.5);
  const args = argumentsFor(random);
  return {
    input: {
      v: 1,
      tool,
      labels: { private: 'none', untrusted: 'none' },
      words,
      origins: {
        ...UNTRACED_ORIGINS,
        unproven: unproven.map((path) => ({ path: path.split('.'), origin: 'nowhere' })),
      },
      principal,
      args,
      time: { at: hour * 3_600_000, offsetMinutes: 0 },
    },
    context: {
      args,
      tool: {
        name: tool.name,
        kind: 'tool',
        readOnly: BELIEFS[beliefs.readOnly.value],
        destructive: BELIEFS[beliefs.destructive.value],
        reversible: BELIEFS[beliefs.reversible.value],
        described: BELIEFS[facts.described.value],
        minTrustLevel: minTrustLevel ?? 0,
        category: sets.category.values,
        sideEffects: sets.sideEffects.values,
      },
      server: tool.server,
      session: { private: LABELS.none, untrusted: LABELS.none, words: BELIEFS[words ? 'yes' : 'no'] },
      origin: { proven: BELIEFS.unknown, unproven },
      principal,
      time: { hour, weekday: 4, date: '1970-01-01' },
    },
  };
};

// ---------------------------------------------------------------------------------------- conditions

/** A piece of CEL, with whether it is one of the places where we are stricter on purpose. */
interface CelPiece {
  readonly text: string;
  readonly rough: boolean;
  /** It reads no argument, so nothing can be wrong with it. */
  readonly plain: boolean;
}

const exact = (text: string): CelPiece => ({ text, rough: false, plain: !text.includes('args') });
const roughly = (text: string): CelPiece => ({ text, rough: true, plain: false });

const quote = (text: string): string => JSON.stringify(text);

class ConditionGenerator {
  readonly #random: Random;
  readonly #data: ConditionData;

  constructor(random: Random, data: ConditionData) {
    this.#random = random;
    this.#data = data;
  }

  make(depth: number): CelPiece {
    const random = this.#random;
    if (depth === 0 || random.chance(0.25)) return this.#atom();
    const inner = (): CelPiece => this.make(depth - 1);
    const flags = (write: (...texts: string[]) => string, ...parts: CelPiece[]): CelPiece =>
      this.#joined(write, parts, 'flags');
    return random.oneOf<CelPiece>(
      [4, () => flags((a, b) => `(${a} && ${b})`, inner(), inner())],
      [4, () => flags((a, b) => `(${a} || ${b})`, inner(), inner())],
      [2, () => flags((a) => `!(${a})`, inner())],
      [1, () => flags((a, b, c) => `(${a} ? ${b} : ${c})`, inner(), inner(), inner())],
      [1, () => flags((a, b) => `(${a} && ${b})`, inner(), this.#path())],
    );
  }

  /** Rough if a part is, or if several parts cannot be evaluated: cel-js tells one of them, we tell the worst. */
  #joined(
    write: (...texts: string[]) => string,
    parts: readonly CelPiece[],
    needs: 'flags' | 'values',
  ): CelPiece {
    const isTroubled = ({ text, plain }: CelPiece): boolean => {
      if (plain) return false;
      const result = valueInCel(text, this.#data.context);
      return result === TROUBLE || (needs === 'flags' && typeof result !== 'boolean');
    };
    return {
      text: write(...parts.map((part) => part.text)),
      rough: parts.some((part) => part.rough) || (parts.length > 1 && parts.filter(isTroubled).length > 1),
      plain: parts.every((part) => part.plain),
    };
  }

  #atom(): CelPiece {
    return this.#random.oneOf<CelPiece>(
      [6, () => this.#comparison()],
      [3, () => this.#membership()],
      [3, () => this.#texts()],
      [3, () => this.#has()],
      [3, () => this.#quantifier()],
      [4, () => this.#field()],
      [1, () => exact(this.#random.pick(['true', 'false']))],
    );
  }

  /** A path into the arguments, with or without something at its end. */
  #path(): CelPiece {
    const random = this.#random;
    const steps: (string | number)[] = [random.pick(KEYS)];
    while (steps.length < 3 && random.chance(0.4)) {
      const step = random.chance(0.3) ? random.between(-1, 3) : random.pick(KEYS);
      if (!this.#leavesMaps([...steps, step]) || random.chance(0.05)) steps.push(step);
    }
    const text = steps.reduce<string>((before, step) => {
      if (typeof step === 'number') return `${before}[${step}]`;
      return random.chance(0.8) ? `${before}.${step}` : `${before}[${quote(step)}]`;
    }, 'args');
    return { text, rough: this.#leavesMaps(steps), plain: false };
  }

  #leavesMaps(steps: readonly (string | number)[]): boolean {
    let at: Json | undefined = this.#data.input.args;
    for (const step of steps) {
      if (at === undefined) return false;
      if (typeof step === 'number' ? !Array.isArray(at) : !isJsonObject(at)) return true;
      at = Array.isArray(at)
        ? at[Number(step)]
        : isJsonObject(at)
          ? this.#ownMember(at, String(step))
          : undefined;
    }
    return false;
  }

  #ownMember(of: JsonObject, key: string): Json | undefined {
    return Object.hasOwn(of, key) ? of[key] : undefined;
  }

  #literal(): CelPiece {
    const random = this.#random;
    return exact(
      random.oneOf<string>(
        [4, () => quote(random.pick(TEXTS))],
        [3, () => String(random.pick(NUMBERS))],
        [1, () => random.pick(['true', 'false', 'null'])],
        [1, () => '[1, 2]'],
        [1, () => '["a", "abc"]'],
        [1, () => '[]'],
      ),
    );
  }

  #operand(): CelPiece {
    return this.#random.oneOf<CelPiece>(
      [6, () => this.#path()],
      [4, () => this.#literal()],
      [1, () => this.#joined((a) => `${a}.lowerAscii()`, [this.#path()], 'values')],
    );
  }

  #size(): CelPiece {
    return this.#joined((a) => this.#random.pick([`size(${a})`, `${a}.size()`]), [this.#path()], 'values');
  }

  #comparison(): CelPiece {
    const random = this.#random;
    if (random.chance(0.15))
      return this.#joined(
        (a, b) => `${a} ${random.pick(['==', '!=', '<', '<=', '>', '>='])} ${b}`,
        [this.#size(), exact(String(random.below(4)))],
        'values',
      );
    if (random.chance(0.6))
      return this.#joined(
        (a, b) => `${a} ${random.pick(['==', '!='])} ${b}`,
        [this.#path(), this.#operand()],
        'values',
      );
    const right = random.pick(['1', '1.5', '-1', '"a"', '"b"', '0']);
    const order = random.pick(['<', '<=', '>', '>=']);
    if (random.chance(0.7))
      return this.#joined((a, b) => `${a} ${order} ${b}`, [this.#path(), exact(right)], 'values');
    // two booleans have an order in cel-js and none here
    return roughly(`${this.#path().text} ${order} ${this.#path().text}`);
  }

  #membership(): CelPiece {
    const random = this.#random;
    const [left, right] = random.oneOf<readonly [CelPiece, CelPiece]>(
      [
        2,
        () => [
          this.#path(),
          exact(random.pick(['[1, 2, 3]', '["a", "to"]', '[1.5]', '[true]', '[[1], [2]]', '[]'])),
        ],
      ],
      [2, () => [exact(random.pick(['"a"', '"to"', '"abc"', '1', '2.0'])), this.#path()]],
      [1, () => [this.#path(), this.#path()]],
    );
    const made = this.#joined((a, b) => `${a} in ${b}`, [left, right], 'values');
    // anything but a text in a map is false to cel-js and a type error to us
    const container = right.plain ? [] : valueInCel(right.text, this.#data.context);
    const inMap = typeof container === 'object' && !Array.isArray(container);
    return { ...made, rough: made.rough || (inMap && !left.text.startsWith('"')) };
  }

  #texts(): CelPiece {
    const random = this.#random;
    const method = random.pick(['startsWith', 'endsWith', 'contains']);
    const other = random.chance(0.8) ? exact(quote(random.pick(TEXTS))) : this.#path();
    const of = random.chance(0.8) ? this.#path() : exact(random.pick(['tool.name', '"abc"']));
    return this.#joined((a, b) => `${a}.${method}(${b})`, [of, other], 'values');
  }

  #has(): CelPiece {
    const random = this.#random;
    // cel-js takes names only here: no index and no quoted key
    const steps = random.pick([[], [], ['map'], ['deep'], ['deep', 'map'], ['to'], ['list'], ['nothing']]);
    const key = random.pick(['to', 'n', 'map', 'flag', 'nothing', 'deep', 'toString']);
    const text = `has(${['args', ...steps, key].join('.')})`;
    return { text, rough: this.#leavesMaps([...steps, key]), plain: false };
  }

  #quantifier(): CelPiece {
    const random = this.#random;
    const [list, inside] = random.oneOf<readonly [CelPiece, boolean]>(
      [4, () => [exact('args.list'), false]],
      [1, () => [exact('["a", "b", "to"]'), false]],
      [1, () => [exact('principal.groups'), false]],
      [1, () => [this.#path(), true]],
    );
    const body = random.oneOf<CelPiece>(
      [3, () => exact(`x == ${quote(random.pick(TEXTS))}`)],
      [2, () => exact('x != args.n')],
      [1, () => exact('x in ["a", "b", "abc"]')],
      [1, () => exact('tool.readOnly == yes')],
      [1, () => exact('x == tool.name')],
    );
    const overArguments = random.oneOf<CelPiece>(
      [3, () => body],
      [2, () => exact(`x == ${this.#literal().text}`)],
      [2, () => exact(`x > ${random.pick(['0', '1', '1.5', '"a"'])}`)],
      [1, () => exact('x.startsWith("a")')],
      [1, () => exact('x')],
      // elements may have no members, and several may be troubled in different ways
      [2, () => roughly('x.to == "abc"')],
      [2, () => roughly('has(x.to) && x.to != "a"')],
      [1, () => roughly('(x > 0 || x == "a")')],
      [1, () => roughly('(x != "a" && args.flag)')],
    );
    const test = list.text.startsWith('args.') ? overArguments : body;
    return {
      text: `${list.text}.${random.pick(['exists', 'all'])}(x, ${test.text})`,
      rough: list.rough || test.rough || (inside && test !== body),
      plain: list.plain && test.plain,
    };
  }

  #field(): CelPiece {
    const random = this.#random;
    return exact(
      random.oneOf<string>(
        [
          4,
          () =>
            `${random.pick(['tool.readOnly', 'tool.destructive', 'tool.reversible', 'tool.described', 'session.words'])} ${random.pick(['==', '!='])} ${random.pick(ANSWERS)}`,
        ],
        [1, () => `tool.readOnly in [${random.pick(ANSWERS)}, ${random.pick(ANSWERS)}]`],
        [1, () => `session.private ${random.pick(['==', '!='])} ${random.pick(LABEL_STRENGTHS)}`],
        [1, () => `tool.name == ${quote(random.pick(TEXTS))}`],
        [1, () => `tool.name < ${quote(random.pick(TEXTS))}`],
        [1, () => `server.trust == ${quote(random.pick(TRUST_LEVELS))}`],
        [1, () => `time.hour ${random.pick(['<', '<=', '>', '>='])} ${random.below(24)}`],
        [1, () => `tool.minTrustLevel ${random.pick(['<', '>='])} 2`],
        [1, () => `${quote(random.pick(TEXTS))} in principal.groups`],
        [1, () => `${quote(random.pick(TEXTS))} in tool.sideEffects`],
        [1, () => `size(origin.unproven) ${random.pick(['==', '>'])} ${random.below(3)}`],
        [1, () => `principal.kind == "service"`],
        [1, () => `tool.readOnly == tool.destructive`],
      ),
    );
  }
}

const isAllowed = (ours: ConditionResult, cel: ConditionResult, rough: boolean): boolean => {
  if (ours === cel) return true;
  return rough && (ours === 'fault' || (ours === 'missing' && cel === 'fault'));
};

describe('a condition means what CEL says it means', () => {
  it(`on ${CASES} random conditions over arguments and fields`, () => {
    // most errors are thrown to be counted; their stacks would take longer than all the rest
    Error.stackTraceLimit = 0;
    const counts = { exact: 0, rough: 0, true: 0, false: 0, missing: 0, fault: 0 };
    const disagreements: string[] = [];
    for (let seed = 0; seed < CASES / A_SITUATION; seed += 1) {
      const random = new Random(seed);
      const data = makeData(random);
      const conditions = new ConditionGenerator(random, data);
      const pieces = random.list(A_SITUATION, A_SITUATION, () => conditions.make(random.below(4)));
      const results = inCallgate(
        pieces.map((piece) => piece.text),
        data.input,
      );
      for (const [index, { text, rough }] of pieces.entries()) {
        const cel = inCel(text, data.context);
        const ours = results[index] ?? 'fault';
        counts[rough ? 'rough' : 'exact'] += 1;
        counts[ours] += 1;
        if (!isAllowed(ours, cel, rough))
          disagreements.push(
            `seed ${seed}: ${text} is ${ours}, cel-js says ${cel}, args ${JSON.stringify(data.input.args)}`,
          );
      }
    }
    expect(disagreements.slice(0, 5)).toEqual([]);
    // the comparison is worth something only if all answers occur, and mostly without an excuse
    expect(counts.exact).toBeGreaterThan(CASES * 0.5);
    for (const result of ['true', 'false', 'missing', 'fault'] as const)
      expect(counts[result], result).toBeGreaterThan(CASES * 0.05);
  });

  it('on random conditions over beliefs and labels of every value', () => {
    const NAMES = ['tool.readOnly', 'tool.destroys', 'claims.openWorld', 'session.words'] as const;
    const SESSION = ['session.private', 'session.untrusted'] as const;
    const condition = (random: Random, depth: number): string =>
      depth === 0
        ? random.oneOf<string>(
            [3, () => `${random.pick(NAMES)} ${random.pick(['==', '!='])} ${random.pick(ANSWERS)}`],
            [1, () => `${random.pick(NAMES)} == ${random.pick(NAMES)}`],
            [3, () => `${random.pick(SESSION)} ${random.pick(['==', '!='])} ${random.pick(LABEL_STRENGTHS)}`],
            [
              1,
              () =>
                `${random.pick(SESSION)} in [${random.list(1, 3, () => random.pick(LABEL_STRENGTHS)).join()}]`,
            ],
            [1, () => `${random.pick(NAMES)} in [${random.list(1, 3, () => random.pick(ANSWERS)).join()}]`],
          )
        : random.oneOf<string>(
            [3, () => `(${condition(random, depth - 1)} && ${condition(random, depth - 1)})`],
            [3, () => `(${condition(random, depth - 1)} || ${condition(random, depth - 1)})`],
            [1, () => `!(${condition(random, depth - 1)})`],
            [
              1,
              () =>
                `(${condition(random, 0)} ? ${condition(random, depth - 1)} : ${condition(random, depth - 1)})`,
            ],
          );
    const seen = new Set<Json>();
    for (let seed = 0; seed < CASES / 4; seed += 1) {
      const random = new Random(seed);
      const text = condition(random, random.below(4));
      const answers = NAMES.map((name) => [name, random.pick(ANSWERS)] as const);
      const labels = SESSION.map((name) => [name, random.pick(LABEL_STRENGTHS)] as const);
      const context: Record<string, Record<string, unknown>> = {};
      const put = (path: string, value: unknown): void => {
        const [root = '', name = ''] = path.split('.');
        context[root] = { ...context[root], [name]: value };
      };
      for (const [path, value] of answers) put(path, BELIEFS[value]);
      for (const [path, value] of labels) put(path, LABELS[value]);
      const when = translateCondition(text, environment, FIELDS);
      const ours = partialEvaluate(when, new Map<string, Json>([...answers, ...labels]));
      const cel: unknown = environment.evaluate(text, context);
      expect(ours, text).toEqual({ op: 'value', value: cel });
      if (ours.op === 'value') seen.add(ours.value);
    }
    expect([...seen].toSorted()).toEqual([false, true]);
  });

  it.each([
    ['a member of a text', 'args.to.x == 1', 'missing', 'fault'],
    ['a member of null', 'args.nothing.x == 1', 'missing', 'fault'],
    ['a named member of a list', 'args.list.x == 1', 'missing', 'fault'],
    ['a numbered member of a map', 'args.map[0] == 1', 'missing', 'fault'],
    ['whether a text has a member', 'has(args.to.x)', 'false', 'fault'],
    ['an order of booleans', 'args.yes > args.no', 'true', 'fault'],
    ['a number in a map', 'args.n in args.map', 'false', 'fault'],
    ['a type error before a missing argument', 'args.n && args.nowhere', 'missing', 'fault'],
  ] as const)('is stricter than cel-js on purpose about %s', (_, text, cel, ours) => {
    const data = makeData(new Random(1));
    const args = { to: 'a', n: 1, list: [1], map: { a: 1 }, nothing: null, yes: true, no: false };
    expect(inCel(text, { ...data.context, args })).toBe(cel);
    expect(inCallgate([text], { ...data.input, args })).toEqual([ours]);
  });
});
