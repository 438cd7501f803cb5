import type { Json, JsonObject } from '@callgate/core';
import { isJsonObject } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import { parseCondition } from '../index.ts';
import { possibleTruths, readArguments } from './possible-truths.ts';
import { seededRandom } from './seeded-random.ts';
import { SituationSpace, settle } from './situation-space.ts';

const CONDITIONS = [
  'args.a == args.b',
  'args.a != args.b',
  'args.a < args.b',
  'args.a >= args.b',
  'args.a in args.b',
  'args.a in [args.c, args.b]',
  'args.a.startsWith(args.b)',
  'size(args.a) > 2',
  'size(args.a) == size(args.b)',
  'args.a.lowerAscii() == args.b',
  'args.a.c == args.b',
  'args.a[0] == args.b',
  'args.a.exists(x, x == args.b)',
  'args.a.all(x, size(x) > 1)',
  '!(args.a == args.b)',
  'glob(args.a, "b*") == args.b',
];

const CLASSES =
  'args.a == "boss" || args.a > 100 || args.b.startsWith("b") || args.b <= 5 || args.a.c == true';

const VALUES: readonly (Json | undefined)[] = [
  undefined,
  'boss',
  'BOSS',
  'bo',
  '',
  'x',
  0,
  5,
  100,
  101,
  true,
  false,
  null,
  [],
  ['boss'],
  [1, 2, 3],
  {},
  { c: true },
  { c: 'bo' },
  { boss: 1 },
];

const sameAs = (space: SituationSpace, value: JsonObject, path: readonly string[]): JsonObject => {
  const key = JSON.stringify(path);
  const tests = [
    ...space.predicates.of(key).texts.map(({ test, constant, folded }) => ({ test, constant, folded })),
    ...space.predicates.of(key).numbers,
  ];
  const kindOf = (args: JsonObject): string => {
    let at: Json | undefined = args;
    const way: string[] = [];
    for (const name of path) {
      if (at === undefined || !isJsonObject(at)) {
        way.push('no object');
        at = undefined;
        break;
      }
      at = at[name];
      way.push(at === undefined ? 'absent' : 'there');
      if (at === undefined) break;
    }
    const type = at === null ? 'null' : Array.isArray(at) ? 'list' : typeof at;
    const fares = tests.map((test) => {
      if (typeof test === 'number') return typeof at === 'number' ? Math.sign(at - test) : '';
      if (typeof at !== 'string') return '';
      const text = test.folded ? at.toLowerCase() : at;
      return test.test === 'startsWith' ? text.startsWith(test.constant) : text === test.constant;
    });
    return JSON.stringify([way, type, type === 'boolean' ? at : '', fares]);
  };
  const found = space.argument(path)?.values.find((fragment) => kindOf(fragment) === kindOf(value));
  if (found === undefined) throw new Error(`no class of ${JSON.stringify(value)} at ${key}`);
  return found;
};

const spaceOf = (text: string): SituationSpace => {
  const space = new SituationSpace();
  for (const condition of [text, CLASSES]) space.predicates.collect(parseCondition(condition));
  return space;
};

const truthsOf = (text: string, args: JsonObject): readonly string[] => {
  const space = spaceOf(text);
  const condition = parseCondition(text);
  return possibleTruths(
    condition,
    readArguments(condition).map((path) => ({
      path,
      fragment: sameAs(space, args, path),
      predicates: space.predicates.of(JSON.stringify(path)),
      group: space.predicates.groupOf(JSON.stringify(path)),
    })),
  );
};

describe('what a condition can come to', () => {
  it.each(CONDITIONS)('takes in what it does come to: %s', (text) => {
    const random = seededRandom(text.length);
    for (let round = 0; round < 60; round += 1) {
      const [a, b] = [random.pick(VALUES), random.pick(VALUES)];
      const args: JsonObject = { ...(a === undefined ? {} : { a }), ...(b === undefined ? {} : { b }) };
      expect(truthsOf(text, args), JSON.stringify(args)).toContain(settle(parseCondition(text), args));
    }
  });

  it.each([
    ['args.a == args.b', {}, ['missing']],
    ['args.a == args.b', { a: 'boss', b: 'x' }, ['no']],
    ['args.a == args.b', { a: 'boss', b: 'boss' }, ['yes']],
    ['args.a == args.b', { a: 'x', b: 'y' }, ['no', 'yes']],
    ['args.a == args.b', { a: 'x', b: 7 }, ['no']],
    ['args.a > args.b', { a: 101, b: 5 }, ['yes']],
    ['args.a > args.b', { a: 'x', b: 5 }, ['fault']],
    ['size(args.a) > 2', { a: 'boss' }, ['yes']],
    ['size(args.a) > 2', { a: 7 }, ['fault']],
    ['size(args.a) > 2', { a: 'x' }, ['no', 'yes']],
    ['args.a.exists(x, x == "x")', { a: true }, ['fault']],
  ] as const)('is as narrow as the classes are: %s of %j', (text, args, truths) => {
    expect(truthsOf(text, args).toSorted()).toEqual(truths.toSorted());
  });
});
