import * as fc from 'fast-check';
import { describe, expect, expectTypeOf, test, vi } from 'vitest';
import { LOCAL_PRINCIPAL } from './principal.ts';
import { type Call, type CallParts, receiveCall } from './call.ts';
import { canonical } from './canonical.ts';
import { digest } from './digest.ts';
import type { JsonObject } from './json.ts';
import { DEFAULT_PARSE_LIMITS } from './limits.ts';
import * as strict from './strict-parse.ts';
import { cases } from '../../test/specification/cases.ts';

vi.mock(import('./strict-parse.ts'), { spy: true });

const common = { server: 'mail', principal: LOCAL_PRINCIPAL, context: 'ctx-1', arguments: {} };
const mint = (): string => 'call-1';
const receive = (parts: object): Call => receiveCall({ ...common, ...parts } as CallParts, mint);
const tool = (args: JsonObject): Call => receive({ kind: 'tool', name: 'send', arguments: args });

describe('each kind of call has its own fields and a target', () => {
  test.each([
    [{ kind: 'tool', name: 'send_email' }, 'send_email'],
    [{ kind: 'tool', name: 'constructor' }, 'constructor'],
    [{ kind: 'prompt', name: 'review' }, 'review'],
    [{ kind: 'resource', uri: 'file:///notes/a%20b.md' }, 'file:///notes/a%20b.md'],
    [{ kind: 'task-update', task: 'task/7' }, 'task/7'],
    [{ kind: 'sampling', arguments: { messages: [] } }, 'sampling'],
    [{ kind: 'elicitation', arguments: { message: 'Who?' } }, 'elicitation'],
    [{ kind: 'roots' }, 'roots'],
    [{ kind: 'resolve', name: 'send_email' }, 'send_email'],
    [
      { kind: 'completion', ref: { kind: 'prompt', name: 'review' }, argument: 'to', arguments: { to: '' } },
      'review',
    ],
    [
      {
        kind: 'completion',
        ref: { kind: 'resource', name: 'db:///{table}' },
        argument: 'table',
        arguments: { table: 'u' },
      },
      'db:///{table}',
    ],
  ])('%j', (parts, target) => {
    expect(receive(parts)).toMatchObject({ ...common, ...parts, target, id: 'call-1' });
  });

  test('a tool call is exactly this', () => {
    expect({ ...tool({ to: 'bob', n: 1 }) }).toEqual({
      kind: 'tool',
      name: 'send',
      target: 'send',
      id: 'call-1',
      server: 'mail',
      principal: LOCAL_PRINCIPAL,
      context: 'ctx-1',
      arguments: { n: 1, to: 'bob' },
      canonicalArguments: '{"n":1,"to":"bob"}',
      argumentsDigest: digest('call-arguments', { to: 'bob', n: 1 }),
    });
  });

  test('the messages of a sampling request have a digest', () => {
    const messages = [{ role: 'user', content: { type: 'text', text: 'hi' } }];
    expect(receive({ kind: 'sampling', arguments: { messages, maxTokens: 5 } })).toMatchObject({
      messagesDigest: digest('sampling-messages', messages),
    });
  });
});

describe('a call can only come from here', () => {
  test('by its type', () => {
    const copy = { kind: 'tool' as const, name: 'send', target: 'send', id: 'a', canonicalArguments: '{}' };
    expectTypeOf<typeof copy & { server: string; context: string }>().not.toExtend<Call>();
  });

  test('and is frozen all through', () => {
    const call = tool({ deep: [{ a: {} }] });
    const every = (value: unknown): boolean =>
      typeof value !== 'object' ||
      value === null ||
      (Object.isFrozen(value) && Object.values(value).every(every));
    expect(every(call)).toBe(true);
    const ref = { kind: 'prompt', name: 'p' };
    expect(every(receive({ kind: 'completion', ref, argument: 'a', arguments: { a: '' } }))).toBe(true);
  });

  test('and shares nothing with what it was made from', () => {
    const args = { to: ['bob'] };
    const groups = ['staff'];
    const call = receive({
      kind: 'tool',
      name: 'send',
      arguments: args,
      principal: { ...LOCAL_PRINCIPAL, groups },
    });
    args.to.push('eve');
    groups.push('admin');
    expect(call.arguments).toEqual({ to: ['bob'] });
    expect(call.principal.groups).toEqual(['staff']);
    expect(Object.isFrozen(args)).toBe(false);
    expect(Object.getPrototypeOf(call.arguments)).toBeNull();
  });

  test('and a getter that changes its mind is asked once', () => {
    let asked = 0;
    const args = {
      get to() {
        return asked++ === 0 ? 'bob' : 'eve';
      },
    };
    const call = tool(args);
    expect(call.arguments).toEqual({ to: 'bob' });
    expect(asked).toBe(1);
  });
});

describe('names are exact or refused', () => {
  test.each([
    ['CALL_NAME', { name: '' }],
    ['CALL_NAME', { name: 'a'.repeat(129) }],
    ['CALL_NAME', { name: 'send ' }],
    ['CALL_NAME', { name: 'send\n' }],
    ['CALL_NAME', { name: 'send\0' }],
    ['CALL_NAME', { name: 'ｓend' }],
    ['CALL_NAME', { name: 'sen\u0501' }],
    ['CALL_NAME', { name: 'a/../b' }],
    ['CALL_NAME', { name: 'a%62' }],
    ['CALL_NAME', { name: ['send'] }],
    ['CALL_NAME', { name: undefined }],
    ['CALL_NAME', { kind: 'prompt', name: 'a b' }],
    ['CALL_NAME', { kind: 'completion', ref: { kind: 'prompt', name: 'a b' } }],
    ['CALL_SERVER', { server: '' }],
    ['CALL_SERVER', { server: 'a'.repeat(65) }],
    ['CALL_SERVER', { server: 'a.b' }],
    ['CALL_CONTEXT', { context: '' }],
    ['CALL_CONTEXT', { context: 'a b' }],
    ['CALL_TASK', { kind: 'task-update', task: '' }],
    ['CALL_TASK', { kind: 'task-update', task: 'é' }],
    ['CALL_PRINCIPAL', { principal: { ...LOCAL_PRINCIPAL, subject: '' } }],
    ['CALL_PRINCIPAL', { principal: { ...LOCAL_PRINCIPAL, roles: ['\ud800'] } }],
    ['CALL_KIND', { kind: 'batch' }],
    ['CALL_URI', { kind: 'completion', ref: { kind: 'resource', name: 'nowhere' } }],
  ])('%s %j', (code, parts) => {
    expect(() => receive({ kind: 'tool', name: 'send', ...parts })).toThrow(
      expect.objectContaining({ code }),
    );
  });

  test('the longest names are allowed', () => {
    expect(receive({ kind: 'tool', name: 'a'.repeat(128), server: 'a'.repeat(64) }).target).toHaveLength(128);
  });

  test('an id that was minted badly stops the call', () => {
    expect(() => receiveCall({ ...common, kind: 'tool', name: 'a' }, () => '')).toThrow(
      expect.objectContaining({ code: 'CALL_ID' }),
    );
  });

  test('messages show hostile names through display', () => {
    expect(() => receive({ kind: 'tool', name: 'a\u001b[2J' })).toThrow('name `a⟦U+001B⟧[2J` is not allowed');
    expect(() => receive({ kind: 'tool', name: 7 })).toThrow('name of type number is not allowed');
  });

  test.each([
    '',
    'notes',
    ':a',
    'file:',
    '1a:b',
    'file:///a b',
    'file:///é',
    'file:///a\n',
    'file:///public/../secret',
    'file:///public/..',
    'file:///./a',
    'file:///a/%2e%2E/b',
    'file:///a/.%2e?x',
    'file:///a%2f..%2fb',
    'file:///a\\..\\b',
    'file:///a/..;/b',
    'file:..',
    `file:///${'a'.repeat(8192)}`,
  ])('the uri %j is refused', (uri) => {
    expect(() => receive({ kind: 'resource', uri })).toThrow(expect.objectContaining({ code: 'CALL_URI' }));
  });

  test.each([
    'file:///a/.hidden',
    'file:///a/..b/c...',
    'https://x.org/a?b=c#d',
    'urn:isbn:1',
    'ui://a/b.c/{+d}',
  ])('the uri %j is allowed', (uri) => {
    expect(receive({ kind: 'resource', uri }).target).toBe(uri);
  });
});

describe('arguments have one reading or are refused', () => {
  test.each<[string, object]>([
    ['CALL_KEY_COLLISION', { name: 1, Name: 2 }],
    ['CALL_KEY_COLLISION', { a: [{ params: 1, paramſ: 2 }] }],
    ['CALL_ARGUMENTS', []],
    ['JSON_NOT_CANONICAL', { a: NaN }],
    ['JSON_NOT_CANONICAL', { a: undefined }],
    ['JSON_NOT_CANONICAL', { a: '\ud800' }],
    ['JSON_DEPTH', { a: JSON.parse('['.repeat(64) + ']'.repeat(64)) }],
    ['JSON_TOO_LARGE', { a: 'x'.repeat(DEFAULT_PARSE_LIMITS.string + 1) }],
  ])('%s', (code, args) => {
    expect(() => receive({ kind: 'tool', name: 'send', arguments: args })).toThrow(
      expect.objectContaining({ code }),
    );
  });

  test('a collision is shown, invisible parts included', () => {
    expect(() => tool({ name: 1, 'name\0': 2 })).toThrow(
      'argument keys `name` and `name⟦U+0000⟧` can be mistaken for each other',
    );
  });

  test('nothing the parser let in is too large once escaped', () => {
    const text = '\u007f'.repeat(DEFAULT_PARSE_LIMITS.string);
    expect(tool({ a: text, b: text, c: text }).arguments['c']).toHaveLength(text.length);
  });

  test('a parser and a writer that disagree stop the call', () => {
    vi.mocked(strict.parseStrict).mockReturnValueOnce({ to: 'eve' });
    expect(() => tool({ to: 'bob' })).toThrow(expect.objectContaining({ code: 'CALL_SELF_CHECK' }));
  });

  test('a completion needs what was typed so far', () => {
    const ref = { kind: 'prompt', name: 'p' };
    for (const args of [{}, { to: 1 }, { other: 'x' }]) {
      expect(() => receive({ kind: 'completion', ref, argument: 'to', arguments: args })).toThrow(
        /`to` to complete has no text/,
      );
    }
    expect(() => receive({ kind: 'completion', ref, argument: 'toString' })).toThrow(/`toString`/);
  });

  test('a sampling request needs messages', () => {
    expect(() => receive({ kind: 'sampling' })).toThrow(/no messages/);
  });

  test('what is judged, shown and sent is the same text', () => {
    const safe = fc.oneof(fc.string({ unit: 'binary' }), fc.maxSafeInteger(), fc.array(fc.boolean()));
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,3}$/), safe), (given) => {
        const call = tool(given);
        expect(canonical(call.arguments)).toBe(call.canonicalArguments);
        expect(call.canonicalArguments).toBe(canonical(given));
        expect(call.argumentsDigest).toBe(digest('call-arguments', given));
      }),
      { numRuns: cases(1000, 5000) },
    );
  });
});
