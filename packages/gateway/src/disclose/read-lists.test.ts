import type { Json, JsonObject } from '@callgate/core';
import { CallgateError } from '@callgate/core';
import { digestDefinition } from '@callgate/core/disclose';
import { parseStrict } from '@callgate/core/receive';
import { describe, expect, it } from 'vitest';
import { tool } from '../../test/disclose/catalogue-harness.ts';
import { METHOD_NOT_FOUND } from '../wire/json-rpc.ts';
import { RpcFailure } from '../wire/rpc-failure.ts';
import type { ServerLists } from './read-lists.ts';
import { MAX_ENTRIES, MAX_PAGES, readLists } from './read-lists.ts';

const ALL = { capabilities: { tools: {}, prompts: {}, resources: {} } };

type ScriptedLists = Readonly<Record<string, (cursor: string | undefined) => Json>>;

const server = (answers: ScriptedLists): Parameters<typeof readLists>[0] & { readonly asked: string[] } => {
  const asked: string[] = [];
  return {
    asked,
    server: 's',
    identity: 'sha256:one',
    control: async (method, params) => {
      asked.push(method);
      const answer = answers[method];
      if (answer === undefined) throw new RpcFailure({ code: METHOD_NOT_FOUND, message: 'no' });
      return answer(params['cursor'] as string | undefined);
    },
  };
};

const codes = (lists: ServerLists): (string | undefined)[] =>
  lists.tool?.diagnoses.map(({ code }) => code) ?? [];
const names = (lists: ServerLists): string[] => lists.tool?.entries.map(({ name }) => name) ?? [];
const readTools = (answer: (cursor: string | undefined) => Json): Promise<ServerLists> =>
  readLists(server({ 'tools/list': answer }), ALL, { kinds: ['tool'] });

describe('reading lists', () => {
  it('takes a list that the server does not know for an empty one, however that is told', async () => {
    const upstream = server({ 'tools/list': () => ({ tools: [tool('a')] }) });
    const wrapped: typeof upstream = {
      ...upstream,
      control: async (method, params) => {
        try {
          return await upstream.control(method, params);
        } catch (cause) {
          throw new CallgateError('UPSTREAM_ERROR', 'it answered with an error', { cause });
        }
      },
    };
    const read = await readLists(wrapped, ALL);
    expect(names(read)).toEqual(['a']);
    expect(read.template).toEqual({ entries: [], diagnoses: [] });
  });

  it('reads every page of every list the server says it has', async () => {
    const upstream = server({
      'tools/list': (cursor) =>
        cursor === undefined ? { tools: [tool('a')], nextCursor: '2' } : { tools: [tool('b')], ttlMs: 500 },
      'prompts/list': () => ({ prompts: [{ name: 'p' }], ttlMs: 900 }),
      'resources/list': () => ({ resources: [{ uri: 'a:b', name: 'r' }] }),
      'resources/templates/list': () => ({ resourceTemplates: [{ uriTemplate: 'a:{b}', name: 't' }] }),
    });
    const lists = await readLists(upstream, ALL);
    expect(names(lists)).toEqual(['a', 'b']);
    expect(lists.tool?.entries[0]?.digest).toBe(digestDefinition(tool('a')).digest);
    expect(lists.prompt?.entries[0]?.name).toBe('p');
    expect(lists.resource?.entries[0]?.name).toBe('a:b');
    expect(lists.template?.entries[0]?.name).toBe('a:{b}');
    expect(lists).toMatchObject({ identity: 'sha256:one', ttlMs: 500 });
  });

  it('does not ask for what the server does not have, and takes its not knowing a list for an empty one', async () => {
    const upstream = server({ 'tools/list': () => ({ tools: [] }) });
    const lists = await readLists(upstream, { capabilities: { tools: {}, resources: {} } });
    expect(upstream.asked).toEqual(['tools/list', 'resources/list', 'resources/templates/list']);
    expect(lists.prompt).toEqual({ entries: [], diagnoses: [] });
    expect(lists.resource).toEqual({ entries: [], diagnoses: [] });
  });

  it('leaves out what it was not to read', async () => {
    const lists = await readTools(() => ({ tools: [] }));
    expect(Object.keys(lists).toSorted()).toEqual(['identity', 'tool']);
  });

  const BAD: readonly (readonly [string, Json])[] = [
    ['no object', 'x'],
    ['null', null],
    ['no name', { inputSchema: { type: 'object' } }],
    ['a name that is no text', tool('x', { name: 7 })],
    ['no schema', { name: 'x' }],
    ['a schema of something else', tool('x', { inputSchema: { type: 'string' } })],
    [
      'properties that are no schemas',
      tool('x', { inputSchema: { type: 'object', properties: { a: 'b' } } }),
    ],
    ['annotations null', tool('x', { annotations: null })],
    ['a hint that is a text', tool('x', { annotations: { readOnlyHint: 'true' } })],
    ['_meta null', tool('x', { _meta: null })],
    ['a description that is a list', tool('x', { description: ['a'] })],
    ['icons without a source', tool('x', { icons: [{}] })],
    ['a huge definition', tool('x', { description: 'x'.repeat(2_000_000) })],
    ['a text whose type is a trap', tool('x', { description: parseStrict('{"constructor":{"name":{}}}') })],
    ['half a character', tool('x', { description: '\ud800' })],
  ];
  it.each(BAD)('drops one entry with %s, tells it, and keeps the rest', async (_, bad) => {
    const lists = await readTools(() => ({ tools: [tool('a'), bad, tool('b')] }));
    expect(names(lists)).toEqual(['a', 'b']);
    expect(codes(lists)).toEqual(['LIST_ENTRY']);
  });

  it('shows nothing of a bad entry as it stands', async () => {
    const lists = await readTools(() => ({ tools: [{ name: 'a\u202eb\n' }] }));
    expect(JSON.stringify(lists.tool?.diagnoses)).not.toMatch(/\u202e|\\n/);
  });

  const ENDLESS: readonly (readonly [string, (cursor: string | undefined) => Json])[] = [
    ['leads back', (cursor) => ({ tools: [tool('a')], nextCursor: cursor === 'x' ? 'y' : 'x' })],
    ['never ends', (cursor) => ({ tools: [], nextCursor: `${Number(cursor ?? 0) + 1}` })],
    [
      'has too many entries',
      () => ({ tools: Array.from({ length: MAX_ENTRIES + 1 }, (_, i) => tool(`t${i}`)) }),
    ],
    ['has a cursor that is none', () => ({ tools: [tool('a')], nextCursor: 7 })],
    ['has no entries member', () => ({ tool: [] })],
    ['is a list itself', () => []],
  ];
  it.each(ENDLESS)('offers nothing of a list that %s', async (_, answer) => {
    const lists = await readTools(answer);
    expect(names(lists)).toEqual([]);
    expect(codes(lists)).toEqual(['LIST_INCOMPLETE']);
  });

  it('offers nothing of a list that ends in an error, and stops asking after so many pages', async () => {
    let asked = 0;
    const lists = await readTools((cursor) => {
      asked += 1;
      if (cursor !== undefined) throw new RpcFailure({ code: METHOD_NOT_FOUND, message: 'no' });
      return { tools: [tool('a')], nextCursor: 'x' };
    });
    expect([asked, names(lists), codes(lists)]).toEqual([2, [], ['LIST_INCOMPLETE']]);
    asked = 0;
    await readTools(() => ({ tools: [], nextCursor: `${(asked += 1)}` }));
    expect(asked).toBe(MAX_PAGES);
  });

  it('offers the resources it got to: they are data', async () => {
    const resource = (i: number): JsonObject => ({ uri: `a:${i}`, name: 'r' });
    const upstream = server({
      'resources/list': () => ({ resources: Array.from({ length: MAX_ENTRIES + 5 }, (_, i) => resource(i)) }),
    });
    const lists = await readLists(upstream, ALL, { kinds: ['resource'] });
    expect(lists.resource?.entries).toHaveLength(MAX_ENTRIES);
    expect(lists.resource?.diagnoses.map(({ code }) => code)).toEqual(['LIST_INCOMPLETE']);
  });

  it('rejects where the server is gone', async () => {
    const lost = new CallgateError('UPSTREAM_LOST', 'gone');
    const upstream = { server: 's', identity: 'i', control: () => Promise.reject(lost) };
    await expect(readLists(upstream, ALL)).rejects.toBe(lost);
  });
});
