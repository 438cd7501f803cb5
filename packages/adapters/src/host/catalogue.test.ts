import { expect, it } from 'vitest';
import * as z from 'zod';
import type { McpToolDefinition } from './catalogue.ts';
import { catalogueFrom } from './catalogue.ts';
import { isValidatingSchema } from './json-schema.ts';

const READS: McpToolDefinition = {
  name: 'job',
  inputSchema: { type: 'object' },
  annotations: { readOnlyHint: true },
};
const WRITES: McpToolDefinition = { ...READS, annotations: { readOnlyHint: false } };

const quarantineOf = (definitions: readonly McpToolDefinition[]): string | null | undefined =>
  catalogueFrom(definitions, { server: 'app', trust: 'owned' }).find('tool', 'app', 'job')?.tool.quarantine;

it.each([
  ['twice in different ways', [READS, WRITES]],
  ['again as at first', [READS, WRITES, READS]],
  ['again as at last', [READS, WRITES, WRITES]],
])('sets a tool apart that is defined %s', (_, definitions) => {
  expect(quarantineOf(definitions)).toContain('defined twice');
});

it('takes a definition that is only repeated', () => {
  expect(quarantineOf([READS, READS])).toBeNull();
});

const TAKES_TEXT: McpToolDefinition = {
  name: 'job',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
};

it('has the schema by which the gate checks arguments, unless the framework applies one that may change them', () => {
  const found = (...more: readonly string[]): unknown =>
    catalogueFrom([TAKES_TEXT], { server: 'app' }, new Set(more)).find('tool', 'app', 'job')?.inputSchema;
  expect(found()).toEqual(TAKES_TEXT.inputSchema);
  expect(found('another')).toEqual(TAKES_TEXT.inputSchema);
  expect(found('job')).toBeNull();
});

it.each([
  ['a schema of a library', z.object({ at: z.string().transform((text) => new Date(text)) }), true],
  [
    'one that is made when it is needed',
    () => ({ jsonSchema: {}, validate: () => ({ success: true }) }),
    true,
  ],
  ['a description with a check of its own', { jsonSchema: {}, validate: () => ({ success: true }) }, true],
  ['a description', { jsonSchema: { type: 'object' }, validate: undefined }, false],
  ['a description that is made when it is needed', () => ({ jsonSchema: { type: 'object' } }), false],
  ['no schema', undefined, false],
])('knows whether a framework applies %s', (_, schema, applies) => {
  expect(isValidatingSchema(schema)).toBe(applies);
});
