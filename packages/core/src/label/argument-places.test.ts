import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GroundedRole } from '../disclose/argument-roles.ts';
import type { Json, JsonObject } from '../receive/json.ts';
import type { ArgumentRole } from '../vocabulary/argument-role.ts';
import { ArgumentPlaces, MAX_VALUES } from './argument-places.ts';

const grounded = (roles: Readonly<Record<string, ArgumentRole>>): readonly GroundedRole[] =>
  Object.entries(roles).map(([path, role]) => ({ path, role, ground: 'operator' }) as GroundedRole);

const places = (
  roles: Readonly<Record<string, ArgumentRole>>,
  properties: JsonObject = {},
  believed = true,
): ArgumentPlaces => new ArgumentPlaces(grounded(roles), { type: 'object', properties }, believed);

describe('the role of a place', () => {
  const some = places({
    to: 'destination',
    'cc[]': 'destination',
    body: 'payload',
    'file.id': 'object',
    'file.*': 'critical',
    'rows[].name': 'object',
    'headers.*': 'payload',
  });

  it.each<readonly [readonly (string | number)[], ArgumentRole]>([
    [['to'], 'destination'],
    [['to', 0], 'destination'],
    [['cc', 3], 'destination'],
    [['cc'], 'destination'],
    [['body', 'deep', 'deeper'], 'payload'],
    [['file', 'id'], 'object'],
    [['file', 'other'], 'critical'],
    [['rows', 0, 'name'], 'object'],
    [['headers', 'x'], 'payload'],
    [['unknown'], 'critical'],
    [[], 'critical'],
  ])('%j is %s', (path, role) => {
    expect(some.roleAt(path)).toBe(role);
  });

  it('with a name that has signs in it is that of the whole name', () => {
    const dotted = places({
      [String.raw`a\.b`]: 'code',
      [String.raw`x\[y`]: 'payload',
      [String.raw`\*`]: 'object',
    });
    expect(dotted.roleAt(['a.b'])).toBe('code');
    expect(dotted.roleAt(['a', 'b'])).toBe('critical');
    expect(dotted.roleAt(['x[y'])).toBe('payload');
    expect(dotted.roleAt(['*'])).toBe('object');
  });

  it('that nobody declared may be anything', () => {
    expect(places({}).roleAt(['x'])).toBe('critical');
    expect(places({}, {}, false).roleAt(['x'])).toBe('destination');
    expect(places({ '*': 'payload' }, {}, false).roleAt(['x'])).toBe('payload');
  });
});

describe('what stands where the schema does not expect it', () => {
  const typed = places(
    { body: 'payload', id: 'object', to: 'destination', any: 'payload' },
    {
      body: { type: 'string' },
      id: { type: 'string' },
      to: { type: 'string' },
      any: {},
      force: { type: 'boolean' },
    },
  );

  it('is nothing anybody declared', () => {
    expect(typed.roleAt(['body', 'x'])).toBe('critical');
    expect(typed.roleAt(['id', 0])).toBe('critical');
    expect(typed.roleAt(['to', 0])).toBe('destination');
    expect(typed.roleAt(['any', 'x'])).toBe('payload');
    expect(typed.roleAt(['body'])).toBe('payload');
  });

  it('is odd for a switch', () => {
    expect(typed.valuesOf({ force: 1 })).toEqual([
      { path: ['force'], role: 'critical', value: 1, name: 'force', odd: true },
    ]);
    expect(typed.valuesOf({ force: true })).toEqual([
      { path: ['force'], role: 'critical', value: true, name: 'force' },
    ]);
  });
});

describe('the values of a call', () => {
  it('are every value that is there, with its place, role and name', () => {
    const all = places({ to: 'destination', 'rows[].id': 'object' }).valuesOf({
      to: ['a', 'b'],
      rows: [{ id: 5 }],
      flag: true,
    });
    expect(all).toEqual([
      { path: ['to', 0], role: 'destination', value: 'a', name: 'to' },
      { path: ['to', 1], role: 'destination', value: 'b', name: 'to' },
      { path: ['rows', 0, 'id'], role: 'object', value: 5, name: 'id' },
      { path: ['flag'], role: 'critical', value: 'flag', name: 'flag' },
      { path: ['flag'], role: 'critical', value: true, name: 'flag' },
    ]);
  });

  it('are not null, nor an empty text that is only carried along', () => {
    expect(places({ body: 'payload', pin: 'critical' }).valuesOf({ body: '', pin: '' })).toEqual([
      { path: ['pin'], role: 'critical', value: '', name: 'pin' },
    ]);
    expect(places({ body: 'payload' }).valuesOf({ body: null })).toEqual([]);
  });

  it('are names that are not listed, whatever stands there', () => {
    const listed = places({ query: 'payload' });
    for (const nothing of [null, [null], []])
      expect(listed.valuesOf({ query: 'x', 'the code is 7QX': nothing })).toContainEqual({
        path: ['the code is 7QX'],
        role: 'critical',
        value: 'the code is 7QX',
        name: 'the code is 7QX',
      });
    expect(places({}).valuesOf({ 'the code is 7QX': null })).toEqual([
      { path: ['the code is 7QX'], role: 'payload', value: 'the code is 7QX', name: 'the code is 7QX' },
    ]);
  });

  it('are not what would be so without a word', () => {
    const defaults = places({}, { limit: { default: 10 }, deep: { default: { a: 1 } }, odd: true, none: {} });
    expect(defaults.valuesOf({ limit: 10 })).toEqual([]);
    expect(defaults.valuesOf({ limit: 11 })).toHaveLength(1);
    expect(defaults.valuesOf({ limit: [10], deep: { limit: 10 }, odd: 1, none: 1 })).toHaveLength(5);
    expect(defaults.isDefault([0], 10)).toBe(false);
    for (const schema of [null, [], { properties: 5 }])
      expect(new ArgumentPlaces([], schema, true).isDefault(['limit'], 10)).toBe(false);
    expect(places({}, { limit: { default: 10 } }, false).isDefault(['limit'], 10)).toBe(false);
  });

  it('are names, too, where no schema lists them', () => {
    const open = places({
      'headers.*': 'destination',
      'env.known': 'code',
      'env.*': 'code',
      'note.*': 'payload',
      'list[].to': 'destination',
    });
    expect(open.valuesOf({ headers: { 'x-evil': 'v' } })).toEqual([
      { path: ['headers', 'x-evil'], role: 'destination', value: 'x-evil', name: 'x-evil' },
      { path: ['headers', 'x-evil'], role: 'destination', value: 'v', name: 'x-evil' },
    ]);
    expect(open.valuesOf({ env: { known: 'v' } })?.map(({ value }) => value)).toEqual(['v']);
    expect(open.valuesOf({ env: { other: null } })?.map(({ value }) => value)).toEqual(['other']);
    expect(open.valuesOf({ note: { x: 'v' } })?.map(({ value }) => value)).toEqual(['x', 'v']);
    expect(open.valuesOf({ list: [{ to: 'a' }] })?.map(({ value }) => value)).toEqual(['a']);
  });

  it('are more than can be judged past a bound', () => {
    const many = (count: number): Json => Array.from({ length: count }, (_, index) => index);
    const listed = places({ a: 'payload' });
    expect(listed.valuesOf({ a: many(MAX_VALUES) })).toHaveLength(MAX_VALUES);
    expect(listed.valuesOf({ a: many(MAX_VALUES + 1) })).toBeUndefined();
    expect(listed.valuesOf({ a: { b: many(MAX_VALUES + 1) } })).toBeUndefined();
  });

  it('are more than can be judged by their names alone', () => {
    const names = (count: number): JsonObject =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, null]));
    const open = places({ 'a.*': 'destination' });
    expect(open.valuesOf({ a: names(MAX_VALUES) })).toHaveLength(MAX_VALUES);
    expect(open.valuesOf({ a: names(MAX_VALUES + 1) })).toBeUndefined();
  });

  it('law: every text and number of a call that is neither empty nor a default is among them', () => {
    const leaf = fc.oneof(fc.string({ minLength: 1 }), fc.integer(), fc.boolean());
    const { args } = fc.letrec<{ args: unknown; value: unknown }>((tie) => ({
      value: fc.oneof({ maxDepth: 3 }, leaf, fc.array(tie('value'), { maxLength: 3 }), tie('args')),
      args: fc.dictionary(fc.constantFrom('to', 'a.b', '*', '__proto__', 'x[', 'body'), tie('value'), {
        maxKeys: 3,
      }),
    }));
    const leaves = (value: unknown): unknown[] =>
      typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value];
    fc.assert(
      fc.property(args, (call) => {
        const found = places({ to: 'destination', body: 'payload' }).valuesOf(call as JsonObject);
        const values = found?.map(({ value }) => value) ?? [];
        for (const value of leaves(call)) expect(values).toContain(value);
      }),
      { numRuns: 1000 },
    );
  });

  it('reads many names against many roles', () => {
    const roles = Object.fromEntries(
      Array.from({ length: 100_000 }, (_, index) => [`a.k${index}.x`, 'payload' as const]),
    );
    const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, null]));
    expect(places(roles).valuesOf({ a: wide })).toEqual([]);
  });
});

describe('an empty list or object', () => {
  const some = places({ id: 'object', 'hosts[]': 'critical', body: 'payload', to: 'destination' });

  it('may be all there is, where it says which thing is meant', () => {
    expect(some.valuesOf({ id: [], hosts: {}, body: [], to: [] })).toEqual([
      { path: ['id'], role: 'object', value: '', name: 'id' },
      { path: ['hosts'], role: 'critical', value: '', name: 'hosts' },
    ]);
  });

  it('is counted, too', () => {
    const empty = (length: number): Json => Array.from({ length }, () => []);
    expect(some.valuesOf({ id: empty(MAX_VALUES) })).toHaveLength(MAX_VALUES);
    expect(some.valuesOf({ id: empty(MAX_VALUES + 1) })).toBeUndefined();
  });
});

describe('what a schema fills in', () => {
  const properties = { to: { default: 'eve@evil.example' }, n: { default: 5 } };

  it('decides nothing where its server is believed', () => {
    const believed = places({ to: 'destination' }, properties);
    expect(believed.valuesOf({})).toEqual([]);
    expect(believed.valuesOf({ to: 'eve@evil.example', n: 5 })).toEqual([]);
  });

  it('is as good as sent where it is not', () => {
    const doubted = places({ to: 'destination' }, properties, false);
    const values = [
      { path: ['to'], role: 'destination', value: 'eve@evil.example', name: 'to' },
      { path: ['n'], role: 'destination', value: 5, name: 'n' },
    ];
    expect(doubted.valuesOf({})).toEqual(values);
    expect(doubted.valuesOf({ to: 'eve@evil.example' })).toEqual(values);
    expect(doubted.valuesOf({ to: null, n: 6 })).toEqual([{ ...values[1], value: 6 }]);
  });

  it('is counted, too', () => {
    const many = { to: { default: Array.from({ length: MAX_VALUES + 1 }, () => 'x') } };
    expect(places({ to: 'destination' }, many, false).valuesOf({})).toBeUndefined();
    expect(places({ to: 'destination' }, many).valuesOf({})).toEqual([]);
  });
});

describe('a tool selects', () => {
  it.each<readonly [Readonly<Record<string, ArgumentRole>>, boolean]>([
    [{ id: 'object' }, true],
    [{ to: 'destination', when: 'critical' }, true],
    [{ command: 'code' }, true],
    [{ to: 'destination', body: 'payload' }, false],
    [{ '*': 'critical' }, false],
    [{}, false],
  ])('by %j: %s', (roles, selects) => {
    expect(places(roles).selects).toBe(selects);
  });
});

it('tells whether an argument is declared where a value stands', () => {
  const some = places({ to: 'destination', 'rows[].name': 'object' });
  const declared = [['to'], ['to', 0], ['rows', 0, 'name']].filter((path) => some.declarationTest({})(path));
  expect(declared).toHaveLength(3);
  const others = [['a'], ['rows', 0, 'a'], ['to', 'a'], []].filter((path) => some.declarationTest({})(path));
  expect(others).toEqual([]);
});

it('tries the conditions of a call once, however many of its arguments are looked at', () => {
  let tried = 0;
  const some = new ArgumentPlaces([], null, true, {
    variant: () => {
      tried += 1;
      return undefined;
    },
  });
  const isDeclared = some.declarationTest({});
  for (let at = 0; at < 100; at += 1) isDeclared(['to', at]);
  expect(tried).toBe(1);
});
