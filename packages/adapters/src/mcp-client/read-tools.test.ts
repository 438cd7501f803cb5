import { describe, expect, it } from 'vitest';
import { readTools } from './read-tools.ts';
import type { ClientLike } from './shapes.ts';

interface Asked {
  readonly params: { readonly cursor?: string };
}

/** A client whose server answers `tools/list` with these pages, by cursor. */
const answering = (page: (cursor: string | undefined) => unknown): ClientLike => ({
  callTool: async () => null,
  request: async ({ params }: Asked) => page(params.cursor),
});

const tool = (name: string, more: object = {}): object => ({
  name,
  inputSchema: { type: 'object' },
  ...more,
});

describe('the list of tools', () => {
  it('is read page by page, with all that a tool says', async () => {
    const first = tool('first', { annotations: { riskLevel: 'high' }, 'x-own': [1] });
    const client = answering((cursor) =>
      cursor === undefined ? { tools: [first], nextCursor: 'two' } : { tools: [tool('second')] },
    );
    expect(await readTools(client)).toEqual({ definitions: [first, tool('second')], malformed: [] });
  });

  it('loses only those tools that cannot be read', async () => {
    const client = answering(() => ({
      tools: [
        null,
        { inputSchema: {} },
        tool(''),
        tool('a', { inputSchema: [] }),
        tool('b', { annotations: null }),
        tool('c', { _meta: 'x' }),
        tool('d', { title: 'half \ud800' }),
        tool('same'),
        tool('good'),
        tool('same'),
        tool('bad\u202ename', { inputSchema: 1 }),
      ],
    }));
    const { definitions, malformed } = await readTools(client);
    expect(definitions.map(({ name }) => name)).toEqual(['good']);
    expect(malformed.map(({ problem }) => problem)).toEqual([
      'it is not an object',
      'it has no name',
      'it has no name',
      'its input schema is not an object',
      'its annotations is not an object',
      'its _meta is not an object',
      'it has no canonical form',
      'its input schema is not an object',
      'several tools have this name',
    ]);
    expect(JSON.stringify(malformed)).not.toContain('\u202e');
  });

  it.each([
    ['is not an object', () => []],
    ['has no tools', () => ({ tools: {} })],
    ['repeats its pages', () => ({ tools: [], nextCursor: 'again' })],
    [
      'is too long',
      (cursor: string | undefined) => ({ tools: [], nextCursor: String(Number(cursor ?? '0') + 1) }),
    ],
  ])('is not taken where it %s', async (problem, page) => {
    await expect(readTools(answering(page))).rejects.toThrow(problem);
  });
});
