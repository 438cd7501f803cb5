import { describe, expect, it } from 'vitest';
import { disclose } from '../load-manifest.ts';
import type { ManifestTool } from '../manifest.ts';
import { fromAnthropic, toAnthropic } from './anthropic.ts';
import { fromGoogle, toGoogle } from './google.ts';
import { fromMcp } from './mcp.ts';
import { fromOpenAi, toOpenAi, toOpenAiChat } from './openai.ts';

const inputSchema = { type: 'object', properties: { id: { type: 'string' } } };
const SENTENCE =
  'Side effects: changes data or systems; may delete or overwrite data. Ask the user before calling it.';

const manifest = disclose({
  tools: [
    {
      name: 'delete_event',
      description: 'Deletes an event.',
      inputSchema,
      hints: { readOnly: false, destructive: true, openWorld: false, requiresConfirmation: true },
    },
  ],
});

const back: ManifestTool = {
  name: 'delete_event',
  description: 'Deletes an event.',
  inputSchema,
  hints: { readOnly: false, destructive: true, requiresConfirmation: true },
};

const description = `Deletes an event.\n\n${SENTENCE}`;
const LOST = [
  {
    tool: 'delete_event',
    what: 'hints.openWorld',
    why: expect.stringContaining('a sentence lowers no care') as string,
  },
];

describe('to a vendor and back', () => {
  it('OpenAI, Responses', () => {
    const { tools, lost } = toOpenAi(manifest);
    expect(tools).toEqual([
      { type: 'function', name: 'delete_event', description, parameters: inputSchema, strict: false },
    ]);
    expect(lost).toEqual(LOST);
    expect(fromOpenAi(tools.map((tool) => ({ ...tool })))).toEqual({
      manifest: { manifest: 1, tools: [back] },
      lost: [],
    });
  });

  it('OpenAI, chat completions', () => {
    const { tools, lost } = toOpenAiChat(manifest);
    expect(tools).toEqual([
      { type: 'function', function: { name: 'delete_event', description, parameters: inputSchema } },
    ]);
    expect(lost).toEqual(LOST);
    expect(fromOpenAi({ tools: tools.map((tool) => ({ ...tool })) }).manifest.tools).toEqual([back]);
  });

  it('Anthropic', () => {
    const { tools, lost } = toAnthropic(manifest);
    expect(tools).toEqual([{ name: 'delete_event', description, input_schema: inputSchema }]);
    expect(lost).toEqual(LOST);
    expect(fromAnthropic(tools.map((tool) => ({ ...tool }))).manifest.tools).toEqual([back]);
  });

  it('Google', () => {
    const { tools, lost } = toGoogle(manifest);
    expect(tools).toEqual([{ name: 'delete_event', description, parametersJsonSchema: inputSchema }]);
    expect(lost).toEqual(LOST);
    const declarations = tools.map((tool) => ({ ...tool }));
    expect(fromGoogle([{ functionDeclarations: declarations }]).manifest.tools).toEqual([back]);
  });
});

describe('from a vendor', () => {
  it('takes types in capitals, as older declarations of Google have them', () => {
    const parameters = { type: 'OBJECT', properties: { type: { type: 'STRING', enum: ['OBJECT'] } } };
    expect(fromGoogle([{ name: 'x', parameters }]).manifest.tools[0]?.inputSchema).toEqual({
      type: 'object',
      properties: { type: { type: 'string', enum: ['OBJECT'] } },
    });
  });

  it('leaves out what the vendor runs itself, and says so', () => {
    expect(fromOpenAi([{ type: 'web_search' }])).toEqual({
      manifest: { manifest: 1, tools: [] },
      lost: [{ tool: '', what: 'tool', why: 'OpenAI runs tools of type web_search itself' }],
    });
    expect(fromAnthropic([{ type: 'bash_20250124', name: 'bash' }]).lost).toEqual([
      { tool: 'bash', what: 'tool', why: 'Anthropic defines tools of type bash_20250124 itself' },
    ]);
  });

  it('says which fields of the vendor have no place in a manifest', () => {
    const { lost } = fromOpenAi([{ type: 'function', name: 'x', parameters: inputSchema, strict: true }]);
    expect(lost).toEqual([{ tool: 'x', what: 'strict', why: 'only OpenAI has it' }]);
    expect(fromAnthropic([{ name: 'x', input_schema: inputSchema, input_examples: [] }]).lost).toEqual([
      { tool: 'x', what: 'input_examples', why: 'only Anthropic has it' },
    ]);
  });

  it('takes a tool without arguments', () => {
    expect(fromOpenAi([{ type: 'function', name: 'x', parameters: null, strict: null }])).toEqual({
      manifest: { manifest: 1, tools: [{ name: 'x', inputSchema: { type: 'object' }, hints: {} }] },
      lost: [{ tool: 'x', what: 'inputSchema', why: 'it has no JSON Schema, so all arguments are accepted' }],
    });
  });

  it('takes neither of two tools of one name: one of them may be what the other is not', () => {
    const harmless = { name: 'd', inputSchema, annotations: { readOnlyHint: true, openWorldHint: false } };
    const { manifest: read, lost } = fromMcp({
      tools: [
        harmless,
        { name: 'd', inputSchema, annotations: { destructiveHint: true } },
        { name: 'e', inputSchema },
      ],
    });
    expect(read.tools.map(({ name }) => name)).toEqual(['e']);
    expect(lost.filter(({ what }) => what === 'tool').map(({ tool }) => tool)).toEqual(['d', 'd']);
  });

  it('refuses what holds no list of tools', () => {
    expect(() => fromOpenAi({ tools: 'none' })).toThrow('It contains no list of tools');
    expect(() => fromMcp([1])).toThrow('It contains no list of tools');
  });
});

describe('to a vendor', () => {
  it('keeps a name the vendor refuses, and says so', () => {
    const named = disclose({ tools: [{ name: 'files.read', inputSchema, hints: { readOnly: true } }] });
    expect(toOpenAi(named).lost.map(({ what }) => what)).toEqual(['name', 'hints.readOnly']);
    expect(toOpenAi(named).tools[0]?.name).toBe('files.read');
    expect(toGoogle(named).lost.map(({ what }) => what)).toEqual(['hints.readOnly']);
  });

  it('describes no tool that needs no care and has no description', () => {
    const quiet = disclose({ tools: [{ name: 'now', inputSchema, hints: { readOnly: true } }] });
    expect(toOpenAi(quiet).tools[0]).not.toHaveProperty('description');
  });
});

describe('from MCP', () => {
  it('keeps the more careful word of a contradiction, and says which it was', () => {
    const { manifest: read, lost } = fromMcp([
      { name: 'x', inputSchema, annotations: { readOnlyHint: true, destructiveHint: true } },
    ]);
    expect(read.tools[0]?.hints).toEqual({ readOnly: false, destructive: true });
    expect(lost).toEqual([
      {
        tool: 'x',
        what: 'conflict',
        why: 'readOnlyHint and destructiveHint contradict each other: the more careful value of each is kept',
      },
    ]);
  });

  it('lowers no care by a set that holds something nobody can read', () => {
    const { manifest: read, lost } = fromMcp([
      { name: 'x', inputSchema, annotations: { inputMetadata: { destination: ['internal', 'moon'] } } },
    ]);
    expect(read.tools[0]?.hints).toEqual({ destination: ['internal', 'public'] });
    expect(lost.map(({ what }) => what)).toEqual(['annotations.inputMetadata.destination', 'hints']);
  });

  it('takes the preferences that count, under whatever key, and says which others were there', () => {
    const { manifest: read, lost } = fromMcp([
      {
        name: 'x',
        inputSchema,
        annotations: { 'com.example/model-preferences': { costPriority: 1 } },
        _meta: { modelPreferences: { costPriority: 0 }, 'dev.farm/modelPreferences': { costPriority: 1 } },
      },
    ]);
    expect(read.tools[0]?.hints).toEqual({ modelPreferences: { costPriority: 1 } });
    expect(lost).toEqual([
      {
        tool: 'x',
        what: '_meta.modelPreferences',
        why: 'annotations.com.example/model-preferences counts instead',
      },
    ]);
  });

  it('says what has no place in a manifest', () => {
    const { lost } = fromMcp({
      tools: [
        {
          name: 'x',
          inputSchema,
          icons: [],
          description: 7,
          annotations: { audience: 'all', inputMetadata: { sensitivity: { regulated: { scopes: ['EU'] } } } },
          _meta: { 'com.example/x': {}, 'io.modelcontextprotocol/tool-resolution': { resolvable: true } },
        },
      ],
    });
    expect(lost.map(({ what }) => what)).toEqual([
      'annotations.audience',
      'annotations.inputMetadata.sensitivity',
      '_meta.io.modelcontextprotocol/tool-resolution',
      '_meta.com.example/x',
      'icons',
      'description',
    ]);
  });
});
