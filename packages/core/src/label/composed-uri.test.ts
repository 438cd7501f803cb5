import { describe, expect, it } from 'vitest';
import { describeTool } from '../disclose/describe-tool.ts';
import type { CallKind } from '../receive/call.ts';
import type { JsonObject } from '../receive/json.ts';
import type { Override } from '../disclose/tool-input.ts';
import type { TrustLevel } from '../disclose/ground.ts';
import type { TracedTool } from './traced-tool.ts';
import { traceTool } from './traced-tool.ts';

const reading = (
  uri: string,
  definition: JsonObject,
  more: { trust?: TrustLevel; kind?: CallKind; overrides?: readonly Override[] } = {},
): TracedTool => {
  const { trust = 'trusted', kind = 'resource', overrides = [] } = more;
  return traceTool(
    describeTool({ server: 'office', trust, kind, name: uri, definition, overrides }),
    definition,
  );
};

const values = (...read: Parameters<typeof reading>): readonly unknown[] =>
  (reading(...read).places.valuesOf({}) ?? []).map(({ role, value, path }) => [path.join('.'), role, value]);

describe('a uri', () => {
  it('that the server listed holds nothing an agent wrote', () => {
    expect(values('https://a.test/x', { uri: 'https://a.test/x', name: 'x' })).toEqual([]);
    expect(values('https://{host}/', { uriTemplate: 'https://{host}/', name: 'x' })).toEqual([]);
    expect(values('search', { name: 'search' }, { kind: 'completion' })).toEqual([]);
    expect(values('search', { name: 'search' }, { kind: 'tool' })).toEqual([]);
  });

  it.each([
    ['https://{host}/{page}', 'https://evil.test/x', [['uri', 'destination', 'https://evil.test/x']]],
    [
      'https://a.test{+rest}',
      'https://a.test.evil.test/',
      [['uri', 'destination', 'https://a.test.evil.test/']],
    ],
    ['https://a.test{+rest}', 'https://a.test@evil/', [['uri', 'destination', 'https://a.test@evil/']]],
    ['note://{id}', 'note://42', [['uri', 'destination', 'note://42']]],
    ['note:{+id}', 'note://evil/x', [['uri', 'destination', 'note://evil/x']]],
    ['note:/{+id}', 'note://evil/x', [['uri', 'destination', 'note://evil/x']]],
    ['https://a.test/{page}', 'https://a.test/x', [['uri', 'payload', 'x']]],
    ['https://a.test/{page}', 'https://a.test/', []],
    ['web://search/{q}', 'web://search/sunny', [['uri', 'payload', 'sunny']]],
    ['note:{id}', 'note:42', [['uri', 'payload', 'note:42']]],
    ['note:n-{id}', 'note:n-42', [['uri', 'payload', '42']]],
  ])('of the template %s, such as %s, is a value of its role', (uriTemplate, uri, expected) => {
    expect(values(uri, { uriTemplate, name: 'x' })).toEqual(expected);
  });

  it('is read with its escapes undone, as often as servers do', () => {
    const read = (rest: string): readonly unknown[] =>
      values(`web://search/${rest}`, { uriTemplate: 'web://search/{q}', name: 'x' });
    expect(read('a%2Fb')).toEqual([
      ['uri', 'payload', 'a%2Fb'],
      ['uri', 'payload', 'a/b'],
    ]);
    expect(read('%')).toHaveLength(1);
    expect(read('%2525252525')).toHaveLength(4);
  });

  it('is a destination at a server that nobody vouches for, unless the operator says its role', () => {
    const definition = { uriTemplate: 'note:n-{id}', name: 'x' };
    expect(values('note:n-4', definition, { trust: 'untrusted' })).toEqual([
      ['uri', 'destination', 'note:n-4'],
    ]);
    const overrides: readonly Override[] = [{ set: {}, roles: { uri: 'payload' } }];
    expect(values('note:n-4', definition, { trust: 'untrusted', overrides })).toEqual([
      ['uri', 'payload', '4'],
    ]);
    const sometimes: Override = {
      set: {},
      roles: { uri: 'object' },
      when: { op: 'has', of: { op: 'args' }, key: 'method' },
    };
    const { places } = reading('note:n-4', definition, { overrides: [sometimes] });
    expect(places.valuesOf({ method: 'x' })?.[0]).toMatchObject({ role: 'object', value: 'note:n-4' });
    expect(places.valuesOf({})?.[0]).toMatchObject({ role: 'payload' });
  });

  it('names no deed: the definition does', () => {
    const uriTemplate = 'https://{host}/';
    expect(reading('https://read.evil.test/', { uriTemplate, name: 'page' }).name.deeds).toEqual([]);
    expect(reading('https://evil.test/', { uriTemplate, name: 'read_page' }).name.deeds).toEqual(['fetch']);
    expect(reading('https://read.evil.test/', { uri: 'https://read.evil.test/' }).name.verbs).toEqual([]);
  });
});

describe('a name that no definition declares', () => {
  const names = (definition: JsonObject, args: JsonObject, kind: CallKind): readonly unknown[] =>
    (reading('x', definition, { kind }).places.valuesOf(args) ?? []).map(({ value }) => value);

  it('is a value of a prompt and a completion', () => {
    const prompt = { name: 'x', arguments: [{ name: 'q' }, 5, { name: 7 }] };
    expect(names(prompt, { q: 'a' }, 'prompt')).toEqual(['a']);
    expect(names(prompt, { CODE: 'a', 'dev.callgate/completed': 'q' }, 'prompt')).toEqual(['CODE', 'a', 'q']);
    const template = { name: 'x', uriTemplate: 'x', more: 1 };
    expect(names(template, { CODE: 'a' }, 'completion')).toEqual(['CODE', 'a']);
    const holed = { name: 'x', uriTemplate: 'web://{q}/{?page,size*}' };
    expect(names(holed, { q: 'a', page: 'b', size: 'c' }, 'completion')).toEqual(['a', 'b', 'c']);
  });

  it('is a value of a tool whose schema lists names, whatever it is given', () => {
    const tool = { name: 'x', inputSchema: { type: 'object', properties: { q: { type: 'string' } } } };
    expect(names(tool, { q: 'a', CODE: null }, 'tool')).toEqual(['a', 'CODE']);
    expect(names({ name: 'x', inputSchema: { type: 'object' } }, { CODE: null }, 'tool')).toEqual(['CODE']);
  });
});
