import { CallgateError } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import * as z3 from 'zod/v3';
import { catalogueOf, definitionOf, mcpCatalogueOf } from './index.ts';

const SCHEMA = { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] } as const;

describe('the definition of a tool', () => {
  it('has what the tool says about itself', async () => {
    const metadata = { annotations: { readOnlyHint: false }, _meta: { 'example.com/a': 1 }, other: 'thing' };
    const mail = {
      name: 'mail',
      description: 'Send a mail',
      schema: SCHEMA,
      metadata,
      extras: { cache: true },
    };
    expect(await definitionOf(mail)).toEqual({
      name: 'mail',
      description: 'Send a mail',
      inputSchema: SCHEMA,
      annotations: { readOnlyHint: false },
      _meta: { 'example.com/a': 1 },
    });
  });

  it('has the schema of Zod 4', async () => {
    const { inputSchema } = await definitionOf({ name: 't', schema: z.object({ to: z.string() }) });
    expect(inputSchema).toMatchObject({ type: 'object', properties: { to: { type: 'string' } } });
  });

  it('needs a word of LangChain for schemas that do not say theirs', async () => {
    const schema = z3.object({ to: z3.string() });
    await expect(definitionOf({ name: 't', schema })).rejects.toThrow(CallgateError);
    expect((await definitionOf({ name: 't', schema }, () => SCHEMA)).inputSchema).toEqual(SCHEMA);
  });
});

describe('the catalogue', () => {
  it('believes what a tool says of itself only as far as it is trusted', async () => {
    const tools = [{ name: 'read', schema: SCHEMA, metadata: { annotations: { readOnlyHint: true } } }];
    const mutates = async (trust: 'untrusted' | 'owned') =>
      (await catalogueOf(tools, { server: 'app', trust })).find('tool', 'app', 'read')?.mutates;
    expect(await mutates('untrusted')).toBe(true);
    expect(await mutates('owned')).toBe(false);
  });

  it('of an MCP server has all its pages, by the names that the adapters give', async () => {
    const pages = new Map([
      [undefined, { tools: [{ name: 'a', inputSchema: SCHEMA }], nextCursor: '2' }],
      ['2', { tools: [{ name: 'b', inputSchema: SCHEMA, _meta: { readOnlyHint: true } }] }],
    ]);
    const client = {
      listTools: async ({ cursor }: { cursor?: string } = {}) => pages.get(cursor) ?? { tools: [] },
    };
    const catalogue = await mcpCatalogueOf(client, {
      server: 'notes',
      trust: 'owned',
      named: (name) => `notes__${name}`,
    });
    expect(catalogue.find('tool', 'notes', 'notes__a')?.mutates).toBe(true);
    expect(catalogue.find('tool', 'notes', 'notes__b')?.mutates).toBe(false);
    expect(catalogue.find('tool', 'notes', 'a')).toBeUndefined();
  });
});
