import type { Expression } from '@callgate/core/decide';
import { FIELDS } from '@callgate/core/decide';
import { describe, expect, it } from 'vitest';
import { ConditionError } from './condition-error.ts';
import { parseCondition } from './translate-condition.ts';

const field = (name: string): Expression => ({ op: 'field', name });
const value = (of: string | number | boolean | null): Expression => ({ op: 'value', value: of });
const argument = (key: string): Expression => ({ op: 'get', of: { op: 'args' }, key: value(key) });
const element: Expression = { op: 'local', depth: 0 };

const refusal = (text: string): ConditionError => {
  try {
    parseCondition(text);
  } catch (error) {
    if (error instanceof ConditionError) return error;
    throw error;
  }
  throw new Error(`${text} was accepted`);
};

describe('a condition is translated', () => {
  it.each<[string, Expression]>([
    ['true', value(true)],
    ['tool.readOnly == yes', { op: 'eq', left: field('tool.readOnly'), right: value('yes') }],
    ['tool["readOnly"] == yes', { op: 'eq', left: field('tool.readOnly'), right: value('yes') }],
    ['claims.readOnly != unknown', { op: 'ne', left: field('claims.readOnly'), right: value('unknown') }],
    ['session.private == possible', { op: 'eq', left: field('session.private'), right: value('possible') }],
    [
      'tool.readOnly == claims.readOnly',
      { op: 'eq', left: field('tool.readOnly'), right: field('claims.readOnly') },
    ],
    [
      'tool.readOnly in [yes, unknown]',
      {
        op: 'in',
        left: field('tool.readOnly'),
        right: { op: 'list', items: [value('yes'), value('unknown')] },
      },
    ],
    [
      'session.untrusted in [possible, known]',
      {
        op: 'in',
        left: field('session.untrusted'),
        right: { op: 'list', items: [value('possible'), value('known')] },
      },
    ],
    ['server.trust == "owned"', { op: 'eq', left: field('server.trust'), right: value('owned') }],
    ['tool.name < "b"', { op: 'lt', left: field('tool.name'), right: value('b') }],
    ['time.hour >= 9', { op: 'ge', left: field('time.hour'), right: value(9) }],
    ['time.hour < 17.5', { op: 'lt', left: field('time.hour'), right: value(17.5) }],
    ['"ops" in principal.groups', { op: 'in', left: value('ops'), right: field('principal.groups') }],
    [
      'principal.groups[0] == "ops"',
      { op: 'eq', left: { op: 'get', of: field('principal.groups'), key: value(0) }, right: value('ops') },
    ],
    ['args.x == 1', { op: 'eq', left: argument('x'), right: value(1) }],
    ['args["x"] == 1', { op: 'eq', left: argument('x'), right: value(1) }],
    [
      'args.x.y[2] == null',
      {
        op: 'eq',
        left: {
          op: 'get',
          of: { op: 'get', of: argument('x'), key: value('y') },
          key: value(2),
        },
        right: value(null),
      },
    ],
    [
      'args.x[args.y] == 1',
      { op: 'eq', left: { op: 'get', of: argument('x'), key: argument('y') }, right: value(1) },
    ],
    [
      'args.x == [1, 2]',
      { op: 'eq', left: argument('x'), right: { op: 'list', items: [value(1), value(2)] } },
    ],
    ['args.x > -1', { op: 'gt', left: argument('x'), right: value(-1) }],
    ['args.x <= -(-2.5)', { op: 'le', left: argument('x'), right: value(2.5) }],
    ["args.x == 'a'", { op: 'eq', left: argument('x'), right: value('a') }],
    [String.raw`args.x == "\u0041\n"`, { op: 'eq', left: argument('x'), right: value('A\n') }],
    [String.raw`args.x == r"\n"`, { op: 'eq', left: argument('x'), right: value(String.raw`\n`) }],
    ['args == args', { op: 'eq', left: { op: 'args' }, right: { op: 'args' } }],
    ['args.a && args.b', { op: 'and', of: [argument('a'), argument('b')] }],
    ['args.a || true', { op: 'or', of: [argument('a'), value(true)] }],
    ['!args.a', { op: 'not', of: argument('a') }],
    [
      'args.a ? tool.name == "x" : false',
      {
        op: 'if',
        test: argument('a'),
        yes: { op: 'eq', left: field('tool.name'), right: value('x') },
        no: value(false),
      },
    ],
    ['has(args.x)', { op: 'has', of: { op: 'args' }, key: 'x' }],
    ['has(args.x.y)', { op: 'has', of: argument('x'), key: 'y' }],
    ['size(args.x) == 1', { op: 'eq', left: { op: 'size', of: argument('x') }, right: value(1) }],
    ['args.x.size() == 1', { op: 'eq', left: { op: 'size', of: argument('x') }, right: value(1) }],
    ['size(tool.name) > 64', { op: 'gt', left: { op: 'size', of: field('tool.name') }, right: value(64) }],
    ['args.x.startsWith("a")', { op: 'startsWith', left: argument('x'), right: value('a') }],
    ['args.x.endsWith("a")', { op: 'endsWith', left: argument('x'), right: value('a') }],
    ['tool.name.contains("a")', { op: 'contains', left: field('tool.name'), right: value('a') }],
    ['glob(args.x, "a*")', { op: 'glob', left: argument('x'), right: value('a*') }],
    [
      'args.x.lowerAscii() == "a"',
      { op: 'eq', left: { op: 'lowerAscii', of: argument('x') }, right: value('a') },
    ],
    [
      'args.x.exists(i, i == 1)',
      { op: 'exists', over: argument('x'), test: { op: 'eq', left: element, right: value(1) } },
    ],
    [
      'tool.category.all(c, c != "delete")',
      { op: 'all', over: field('tool.category'), test: { op: 'ne', left: element, right: value('delete') } },
    ],
    [
      '["a", "b"].exists(x, x == args.y)',
      {
        op: 'exists',
        over: { op: 'list', items: [value('a'), value('b')] },
        test: { op: 'eq', left: element, right: argument('y') },
      },
    ],
    [
      'args.x.exists(i, i.y == 1)',
      {
        op: 'exists',
        over: argument('x'),
        test: { op: 'eq', left: { op: 'get', of: element, key: value('y') }, right: value(1) },
      },
    ],
    ['args.x == 1 // why', { op: 'eq', left: argument('x'), right: value(1) }],
    ['// why\nargs.x == 1', { op: 'eq', left: argument('x'), right: value(1) }],
  ])('%s', (text, expression) => {
    expect(parseCondition(text)).toEqual(expression);
  });

  it('with every field there is, each compared with something of its type', () => {
    const EXAMPLE = {
      answer: 'yes',
      label: 'known',
      text: null,
      number: '0.5',
      flag: 'true',
      texts: '["a"]',
    };
    for (const { name, type, values } of FIELDS) {
      const example = EXAMPLE[type] ?? JSON.stringify(values?.[0] ?? 'a');
      expect(parseCondition(`${name} == ${example}`), name).toMatchObject({ op: 'eq', left: field(name) });
    }
  });

  it('with an element that hides a name of the language', () => {
    const test = { op: 'eq', left: element, right: value(1) };
    for (const name of ['tool', 'args', 'yes', 'none'])
      expect(parseCondition(`args.x.exists(${name}, ${name} == 1)`)).toEqual({
        op: 'exists',
        over: argument('x'),
        test,
      });
  });

  it('with two quantifiers side by side, each with its own element', () => {
    expect(parseCondition('args.x.exists(a, a == 1) && args.y.all(b, b == 1)')).toMatchObject({
      op: 'and',
      of: [{ op: 'exists' }, { op: 'all' }],
    });
  });
});

describe('a condition is refused, with a code, a place and a way out', () => {
  it.each<[text: string, code: string, offset: number, message: string, help?: string]>([
    [
      'tool.readOnly == true',
      'CONDITION_TYPE',
      0,
      'with true or false, which are never equal',
      'Compare beliefs with yes, no or unknown.',
    ],
    [
      'tool.readOnly == "yes"',
      'CONDITION_TYPE',
      0,
      'with text, which are never equal',
      'Compare beliefs with yes, no or unknown.',
    ],
    ['args.a == 1 && tool.readOnly == 1', 'CONDITION_TYPE', 15, 'with a number, which are never equal'],
    [
      'tool.readOnly == known',
      'CONDITION_TYPE',
      0,
      'with a label (none, possible, known), which are never equal',
      'Compare beliefs with yes, no or unknown.',
    ],
    [
      'session.private == yes',
      'CONDITION_TYPE',
      0,
      'with a belief (yes, no, unknown), which are never equal',
      'Compare beliefs with yes, no or unknown.',
    ],
    [
      'session.words == none',
      'CONDITION_TYPE',
      0,
      'with a label (none, possible, known), which are never equal',
    ],
    [
      'tool.readOnly == session.private',
      'CONDITION_TYPE',
      0,
      'with a label (none, possible, known), which are never equal',
    ],
    ['args.x == yes', 'CONDITION_TYPE', 0, 'This compares an argument with a belief'],
    ['args.x == none', 'CONDITION_TYPE', 0, 'This compares an argument with a label'],
    ['args.x == tool.readOnly', 'CONDITION_TYPE', 0, 'This compares an argument with a belief'],
    ['args.x in [yes]', 'CONDITION_TYPE', 0, 'This looks for an argument in a list of beliefs'],
    [
      'tool.readOnly in ["yes"]',
      'CONDITION_TYPE',
      0,
      'This looks for a belief (yes, no, unknown) in a list of texts',
    ],
    [
      'tool.readOnly in [known]',
      'CONDITION_TYPE',
      0,
      'This looks for a belief (yes, no, unknown) in a list of labels',
    ],
    ['tool.readOnly in args.x', 'CONDITION_TYPE', 0, 'in an argument, where it never is'],
    [
      'session.private in [yes]',
      'CONDITION_TYPE',
      0,
      'This looks for a label (none, possible, known) in a list of beliefs',
    ],
    ['tool.readOnly in [yes, "no"]', 'CONDITION_TYPE', 17, 'A list cannot mix beliefs or labels'],
    ['session.labels.contains("a")', 'CONDITION_COUNTER', 0, 'Only a label that is written out'],
    ['session.labels == "a"', 'CONDITION_COUNTER', 0, 'Only a label that is written out'],
    ['tool.readOnly in [yes, known]', 'CONDITION_TYPE', 17, 'A list cannot mix beliefs or labels'],
    ['"a" in tool.name', 'CONDITION_TYPE', 0, '`in` needs a list, and this is text'],
    ['time.hour == "9"', 'CONDITION_TYPE', 0, 'This compares a number with text'],
    ['tool.name == 1', 'CONDITION_TYPE', 0, 'This compares text with a number'],
    ['tool.readOnly < yes', 'CONDITION_TYPE', 0, 'This orders '],
    ['tool.name < 1', 'CONDITION_TYPE', 0, 'This orders text and a number'],
    ['args.x < true', 'CONDITION_TYPE', 0, 'This orders '],
    ['!tool.readOnly', 'CONDITION_TYPE', 1, 'Here true or false is needed, and this is a belief'],
    ['true && tool.readOnly', 'CONDITION_TYPE', 8, 'Here true or false is needed, and this is a belief'],
    ['1 || true', 'CONDITION_TYPE', 0, 'Here true or false is needed, and this is a number'],
    ['tool.name ? true : false', 'CONDITION_TYPE', 0, 'Here true or false is needed, and this is text'],
    ['size(tool.readOnly) > 1', 'CONDITION_TYPE', 0, 'has no size'],
    ['tool.readOnly.startsWith("y")', 'CONDITION_TYPE', 0, '`startsWith` needs text'],
    ['args.x.endsWith(1)', 'CONDITION_TYPE', 0, '`endsWith` needs text, and this is a number'],
    ['glob(tool.readOnly, "a")', 'CONDITION_TYPE', 0, '`glob` needs text'],
    ['time.hour.lowerAscii() == "a"', 'CONDITION_TYPE', 0, '`lowerAscii` needs text, and this is a number'],
    ['tool.name.exists(c, c == "a")', 'CONDITION_TYPE', 0, '`exists` needs a list, and this is text'],
    ['tool.readOnly.x == 1', 'CONDITION_TYPE', 0, 'has no members'],
    ['tool.name[0] == "a"', 'CONDITION_TYPE', 0, 'This is text, which has no members'],

    [
      'tool.readonly == yes',
      'CONDITION_FIELD',
      5,
      '`tool` has no field `readonly`',
      'Did you mean `readOnly`?',
    ],
    [
      'tool.readOnyl == yes',
      'CONDITION_FIELD',
      5,
      '`tool` has no field `readOnyl`',
      'Did you mean `readOnly`?',
    ],
    ['tool.read_only == yes', 'CONDITION_FIELD', 5, '`read_only`', 'Did you mean `readOnly`?'],
    ['true && session.privat == none', 'CONDITION_FIELD', 16, '`privat`', 'Did you mean `private`?'],
    ['origin.proofen == yes', 'CONDITION_FIELD', 7, '`proofen`', 'Did you mean `proven`?'],
    ['tool.whatever == yes', 'CONDITION_FIELD', 5, '`tool` has no field `whatever`'],
    ['tol.readOnly == yes', 'CONDITION_NAME', 0, 'There is no name `tol`', 'Did you mean `tool`?'],
    ['tool.readOnly == yess', 'CONDITION_NAME', 17, 'There is no name `yess`', 'Did you mean `yes`?'],
    ['tool.readOnly == unkown', 'CONDITION_NAME', 17, 'There is no name `unkown`', 'Did you mean `unknown`?'],
    ['session.private == posible', 'CONDITION_NAME', 19, '`posible`', 'Did you mean `possible`?'],
    ['arg.x == 1', 'CONDITION_NAME', 0, 'There is no name `arg`', 'Did you mean `args`?'],

    [
      'server.trust == "trustd"',
      'CONDITION_VALUE',
      0,
      '`server.trust` is never `trustd`',
      'Did you mean `trusted`?',
    ],
    [
      '"trustd" == server.trust',
      'CONDITION_VALUE',
      0,
      '`server.trust` is never `trustd`',
      'Did you mean `trusted`?',
    ],
    [
      'server.trust != "trustd"',
      'CONDITION_VALUE',
      0,
      '`server.trust` is never `trustd`',
      'Did you mean `trusted`?',
    ],
    [
      'server.trust in ["owned", "trustd"]',
      'CONDITION_VALUE',
      0,
      'is never `trustd`',
      'Did you mean `trusted`?',
    ],
    [
      'principal.kind == "robot"',
      'CONDITION_VALUE',
      0,
      '`principal.kind` is never `robot`',
      'Its values are human, service.',
    ],
    ['tool.kind == "toool"', 'CONDITION_VALUE', 0, '`tool.kind` is never `toool`', 'Did you mean `tool`?'],

    ['args.x', 'CONDITION_NOT_BOOLEAN', 0, 'The condition is an argument', 'Write `args.x == true`.'],
    ['args', 'CONDITION_NOT_BOOLEAN', 0, 'The condition is an argument', 'Write `args.x == true`.'],
    ['tool.readOnly', 'CONDITION_NOT_BOOLEAN', 0, 'The condition is a belief', 'Compare it with a value.'],
    ['session.private', 'CONDITION_NOT_BOOLEAN', 0, 'The condition is a label', 'Compare it with a value.'],
    ['tool.name', 'CONDITION_NOT_BOOLEAN', 0, 'The condition is text', 'Compare it with a value.'],
    ['1', 'CONDITION_NOT_BOOLEAN', 0, 'The condition is a number', 'Compare it with a value.'],
    ['null', 'CONDITION_NOT_BOOLEAN', 0, 'The condition is null', 'Compare it with a value.'],
    ['[true]', 'CONDITION_NOT_BOOLEAN', 0, 'The condition is a list', 'Compare it with a value.'],
    ['yes', 'CONDITION_NOT_BOOLEAN', 0, 'The condition is a belief', 'Compare it with a value.'],

    [
      'tool',
      'CONDITION_REFUSED',
      0,
      '`tool` cannot be used as a whole',
      'Name one of its fields, as `tool.…`.',
    ],
    ['tool == tool', 'CONDITION_REFUSED', 0, '`tool` cannot be used as a whole'],
    ['tool[args.x] == yes', 'CONDITION_REFUSED', 0, 'A field of `tool` cannot be computed'],
    [
      'true && args.x.matches("a+")',
      'CONDITION_REFUSED',
      8,
      '`matches` is not supported',
      'Use glob(text, "a*"), startsWith, endsWith or contains.',
    ],
    ['tool.name.matches("a+")', 'CONDITION_REFUSED', 0, '`matches` is not supported'],
    ['args.x + 1 == 2', 'CONDITION_REFUSED', 0, '`+` is not part of the policy language'],
    ['args.x - 1 == 2', 'CONDITION_REFUSED', 0, '`-` is not part of the policy language'],
    ['2 == args.x * 1', 'CONDITION_REFUSED', 5, '`*` is not part of the policy language'],
    ['args.x / 1 == 2', 'CONDITION_REFUSED', 0, '`/` is not part of the policy language'],
    ['args.x % 2 == 0', 'CONDITION_REFUSED', 0, '`%` is not part of the policy language'],
    ['-args.x < 1', 'CONDITION_REFUSED', 0, 'A minus sign is only for numbers'],
    ['args.x == {"a": 1}', 'CONDITION_REFUSED', 10, '`map` is not part of the policy language'],
    ['args.x == 1u', 'CONDITION_REFUSED', 10, 'This value cannot be written'],
    ['args.x == b"a"', 'CONDITION_REFUSED', 10, 'This value cannot be written'],
    ['args.x == 9007199254740993', 'CONDITION_REFUSED', 10, 'This value cannot be written'],
    ['args.x.exists(a, args.y.exists(b, a == b))', 'CONDITION_REFUSED', 17, 'cannot be nested'],
    ['args.x.all(a, a.exists(b, b == 1))', 'CONDITION_REFUSED', 14, 'cannot be nested'],
    [
      'args.x.exists_one(a, a == 1)',
      'CONDITION_REFUSED',
      0,
      '`exists_one` is not part',
      'Did you mean `exists`?',
    ],
    ['args.x.filter(a, a == 1).size() > 1', 'CONDITION_REFUSED', 0, '`filter` is not part'],
    ['args.x.map(a, a).size() > 1', 'CONDITION_REFUSED', 0, '`map` is not part'],
    [
      'args.x.lowerAsci() == "a"',
      'CONDITION_REFUSED',
      0,
      '`lowerAsci` is not part',
      'Did you mean `lowerAscii`?',
    ],
    ['args.x.trim() == "a"', 'CONDITION_REFUSED', 0, '`trim` is not part of the policy language'],
    ['hass(args.x)', 'CONDITION_REFUSED', 0, '`hass` is not part', 'Did you mean `has`?'],
    ['has(args)', 'CONDITION_REFUSED', 0, '`has` is only for arguments'],
    ['int(args.x) == 1', 'CONDITION_REFUSED', 0, '`int` is not part'],
    ['type(args.x) == int', 'CONDITION_REFUSED', 0, '`type` is not part'],
    ['timestamp("2026-01-01T00:00:00Z") == args.x', 'CONDITION_REFUSED', 0, '`timestamp` is not part'],
    ['cel.bind(x, args.y, x == 1)', 'CONDITION_REFUSED', 0, '`bind` is not part'],

    ['(args.x == 1', 'CONDITION_SYNTAX', 12, 'Expected RPAREN'],
    ['args.x == 1)', 'CONDITION_SYNTAX', 11, ''],
    ['args.x ==', 'CONDITION_SYNTAX', 9, ''],
    ['args.x = 1', 'CONDITION_SYNTAX', 7, ''],
    ['args.x == "a', 'CONDITION_SYNTAX', 10, ''],
    ['', 'CONDITION_SYNTAX', 0, ''],
    ['// only a comment', 'CONDITION_SYNTAX', 17, ''],
    ['args.?x == 1', 'CONDITION_SYNTAX', 5, ''],
    ['args.x == 1e400', 'CONDITION_SYNTAX', 10, ''],
    [
      '(true ? yes : "a") == "a"',
      'CONDITION_TYPE',
      1,
      'This chooses between a belief (yes, no, unknown) and text',
    ],
    ['args.x in [1, "a"]', 'CONDITION_SYNTAX', 14, 'List elements must have the same type'],
  ])('%s', (text, code, offset, message, help) => {
    const error = refusal(text);
    expect({ code: error.code, offset: error.offset }).toEqual({ code, offset });
    expect(error.message).toContain(message);
    if (help !== undefined) expect(error.help).toBe(help);
  });

  it.each([
    ['parentheses', '('.repeat(1000) + 'true' + ')'.repeat(1000)],
    ['negations', '!'.repeat(3000) + 'true'],
    ['list elements', `args.x in [${Array.from({ length: 600 }, () => 1).join()}]`],
    ['parts', Array.from({ length: 1000 }, () => 'args.x == 1').join(' || ')],
    ['brackets of an index', `args${'[0]'.repeat(2000)} == 1`],
  ])(
    'if it has too many %s, quickly',
    (_, text) => {
      expect(refusal(text).code).toBe('CONDITION_SYNTAX');
    },
    60_000,
  );

  it('if it sees nothing but a place, with an offset inside the text', () => {
    for (const text of ['"', "'", '[', '{', '.', '&&', '?', '!', '🙂', 'args.', 'args[', '\u0000', '`a`']) {
      const { offset } = refusal(text);
      expect(offset, text).toBeGreaterThanOrEqual(0);
      expect(offset, text).toBeLessThanOrEqual(text.length);
    }
  });
});

describe('a condition that should be fine', () => {
  it.each(['time.hour == 9', 'time.weekday in [6, 7]', 'tool.minTrustLevel == 3', 'tool.minTrustLevel != 0'])(
    'compares a number field with a whole number: %s',
    (text) => {
      expect(parseCondition(text)).toBeDefined();
    },
  );
});

describe('a belief never meets an argument', () => {
  it.each([
    'args.x in [tool.readOnly]',
    '[tool.readOnly] == args.x',
    '(args.a == 1 ? tool.readOnly : args.b) == "yes"',
    '(args.a == 1 ? yes : args.b) == args.c',
  ])('not even in a list or a choice: %s', (text) => {
    expect(refusal(text).code).toBe('CONDITION_TYPE');
  });
});

describe('the help of a refusal', () => {
  it('does not suggest the very name that was written', () => {
    expect(refusal('glob("a")').help).not.toBe('Did you mean `glob`?');
  });

  it('says of `has` on a field that fields always exist', () => {
    expect(refusal('has(tool.readOnly)').help).toBe('Every other field always exists.');
  });
});
