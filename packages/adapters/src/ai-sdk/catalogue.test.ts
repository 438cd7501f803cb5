import { CallgateError } from '@callgate/core';
import { asSchema, dynamicTool, jsonSchema, tool } from 'ai';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import * as z3 from 'zod/v3';
import { catalogueOf, definitionOf, joinCatalogues } from './index.ts';

const SCHEMA = { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] } as const;

describe('the definition of a tool', () => {
  it('has what the tool says about itself', async () => {
    const mail = tool({
      description: 'Send a mail',
      inputSchema: jsonSchema<{ to: string }>(SCHEMA),
      metadata: { annotations: { readOnlyHint: false }, _meta: { 'example.com/a': 1 }, other: 'thing' },
      execute: async () => 'sent',
    });
    expect(await definitionOf('mail', mail)).toEqual({
      name: 'mail',
      description: 'Send a mail',
      inputSchema: SCHEMA,
      annotations: { readOnlyHint: false },
      _meta: { 'example.com/a': 1 },
    });
  });

  it('has `_meta` as the MCP client of the SDK keeps it', async () => {
    const mcp = {
      ...dynamicTool({ inputSchema: jsonSchema(SCHEMA), execute: async () => null }),
      _meta: { a: 1 },
    };
    expect(await definitionOf('mcp', mcp)).toMatchObject({ _meta: { a: 1 } });
  });

  it.each([
    ['jsonSchema', jsonSchema(SCHEMA)],
    ['a promise', jsonSchema(Promise.resolve(SCHEMA))],
    ['a function that makes one', () => jsonSchema(SCHEMA)],
    ['Zod 4', z.object({ to: z.string() })],
  ])('has the schema of %s', async (_, inputSchema) => {
    const definition = await definitionOf('t', { inputSchema });
    expect(definition['inputSchema']).toMatchObject({
      type: 'object',
      properties: { to: { type: 'string' } },
    });
  });

  it('needs a word of the SDK for schemas that do not say theirs', async () => {
    const inputSchema = z3.object({ to: z3.string() });
    await expect(definitionOf('t', { inputSchema })).rejects.toThrow(CallgateError);
    const definition = await definitionOf('t', { inputSchema }, asSchema);
    expect(definition['inputSchema']).toMatchObject({ properties: { to: { type: 'string' } } });
  });

  it('leaves out a description that is made for every call', async () => {
    const definition = await definitionOf('t', { inputSchema: jsonSchema(SCHEMA), description: () => 'now' });
    expect(Object.keys(definition)).toEqual(['name', 'inputSchema']);
  });
});

describe('the catalogue', () => {
  const tools = {
    mail: { inputSchema: jsonSchema(SCHEMA), metadata: { annotations: { readOnlyHint: true } } },
  };

  it('finds a tool of its server, and nothing else', async () => {
    const catalogue = await catalogueOf(tools, { server: 'app' });
    expect(catalogue.find('tool', 'app', 'mail')?.tool).toMatchObject({
      name: 'mail',
      server: { trust: 'untrusted' },
    });
    expect(catalogue.find('tool', 'app', 'constructor')).toBeUndefined();
    expect(catalogue.find('tool', 'other', 'mail')).toBeUndefined();
    expect(catalogue.find('prompt', 'app', 'mail')).toBeUndefined();
  });

  it('believes what a tool says of itself only as far as it is trusted', async () => {
    const mutates = async (trust: 'untrusted' | 'owned') =>
      (await catalogueOf(tools, { server: 'app', trust })).find('tool', 'app', 'mail')?.mutates;
    expect(await mutates('untrusted')).toBe(true);
    expect(await mutates('owned')).toBe(false);
  });

  it('takes the word of the operator', async () => {
    const catalogue = await catalogueOf(tools, {
      server: 'app',
      operator: { mail: { overrides: [{ set: { readOnly: 'yes', openWorld: 'no' } }] } },
    });
    expect(catalogue.find('tool', 'app', 'mail')?.mutates).toBe(false);
  });

  it('can be one of several', async () => {
    const joined = joinCatalogues(
      await catalogueOf(tools, { server: 'a' }),
      await catalogueOf(tools, { server: 'b' }),
    );
    expect(joined.find('tool', 'a', 'mail')?.tool.server.name).toBe('a');
    expect(joined.find('tool', 'b', 'mail')?.tool.server.name).toBe('b');
    expect(joined.find('tool', 'c', 'mail')).toBeUndefined();
  });
});
