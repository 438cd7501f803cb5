import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { who } from '../../test/conversation.ts';
import { builtInTools, definitionOf, toolHints } from './index.ts';
import { toolRequest } from './tool-request.ts';

describe('the definition of a tool', () => {
  it('has the schema of its arguments, and what it says in both homes', async () => {
    const definition = await definitionOf({
      name: 'save_note',
      description: 'Save a note',
      inputSchema: { text: z.string(), tag: z.string().optional(), times: z.number().default(1) },
      annotations: { readOnlyHint: false },
      _meta: { 'dev.callgate/arguments': { text: 'payload' } },
      handler: async () => ({ content: [] }),
    });
    expect(definition).toMatchObject({
      name: 'save_note',
      inputSchema: {
        type: 'object',
        properties: { text: { type: 'string' }, tag: { type: 'string' }, times: { type: 'number' } },
        required: ['text'],
      },
      annotations: { readOnlyHint: false },
      _meta: { 'dev.callgate/arguments': { text: 'payload' } },
    });
  });

  it('of a connected server has the hints that Claude Code passes on, and no more', () => {
    const tools = [{ name: 'find', annotations: { readOnly: true } }, { name: 'drop' }];
    expect(toolHints({ name: 'things', tools })).toEqual([
      { name: 'find', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
      { name: 'drop', inputSchema: { type: 'object' }, annotations: {} },
    ]);
  });
});

describe('the name of a tool', () => {
  const named = (tool: string, server?: { readonly name: string; readonly source: string }): string => {
    const request = toolRequest(who, { tool, input: {}, id: 'call-1', server });
    return `${request.server}/${request.name}`;
  };

  it.each([
    ['Bash', undefined, 'host-claude-code/Bash'],
    ['mcp__app__save_note', { name: 'app', source: 'sdk' }, 'app/save_note'],
    ['mcp__app__save_note', { name: 'app', source: 'project' }, 'project-app/save_note'],
    ['mcp__my__app__save__note', { name: 'my__app', source: 'sdk' }, 'my__app/save__note'],
    ['mcp__app__save_note', undefined, 'unknown-app/save_note'],
  ])('%s of %o is %s', (tool, server, name) => {
    expect(named(tool, server)).toBe(name);
  });
});

it('knows tools of Claude Code that nobody has described, as such', () => {
  const catalogue = builtInTools();
  expect(catalogue.find('tool', 'host-claude-code', 'Bash')).toBeDefined();
  expect(catalogue.find('tool', 'host-claude-code', 'NewTool')).toBeDefined();
  expect(catalogue.find('tool', 'app', 'Bash')).toBeUndefined();
});
