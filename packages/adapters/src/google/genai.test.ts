import { describe, expect, it } from 'vitest';
import type { ToolEffect } from '../../test/conversation.ts';
import { host, statesOf, who } from '../../test/conversation.ts';
import { DEFINITIONS, handlersThatNote, openDefinedGate } from '../../test/definitions.ts';
import { contextName } from '../host/host-options.ts';
import type { FunctionCallLike } from './index.ts';
import { answerFunctionCalls, callableTool, gatedCallableTool, recordUserMessages } from './index.ts';

const READ = { id: 'read-1', name: 'read_notes', args: { about: 'food' } };
const WIPE = { id: 'wipe-1', name: 'wipe_notes' };

interface Part {
  functionResponse?: { id?: string; name?: string; response?: Record<string, unknown>; parts?: object[] };
  text?: string;
}

/** A tool such as `mcpToTool` makes: it answers without ids. */
const inner = (done: ToolEffect[], answer: (call: FunctionCallLike) => Part[]) => ({
  tool: async () => ({ functionDeclarations: DEFINITIONS.map(({ name }) => ({ name })) }),
  callTool: async (calls: FunctionCallLike[]): Promise<Part[]> => {
    for (const { name = '', args } of calls) done.push({ tool: name, input: args });
    return calls.flatMap(answer);
  },
});

const answering =
  (response: Record<string, unknown>) =>
  ({ name = '' }: FunctionCallLike): Part[] => [{ functionResponse: { name, response } }];

describe('a callable tool', () => {
  it('runs what the gate lets out, one by one, and answers the rest with the reason', async () => {
    const done: ToolEffect[] = [];
    const gate = await openDefinedGate();
    const tool = gatedCallableTool(gate, inner(done, answering({ notes: ['milk'] })), host);
    expect(await tool.callTool([WIPE, READ])).toEqual([
      {
        functionResponse: {
          id: 'wipe-1',
          name: 'wipe_notes',
          response: { error: expect.stringContaining('notes are not wiped by agents') },
        },
      },
      { functionResponse: { id: 'read-1', name: 'read_notes', response: { notes: ['milk'] } } },
    ]);
    expect(done).toEqual([{ tool: 'read_notes', input: { about: 'food' } }]);
  });

  it('declares what it declared before', async () => {
    const gate = await openDefinedGate();
    const tool = inner([], answering({}));
    expect(await gatedCallableTool(gate, tool, host).tool()).toEqual(await tool.tool());
  });

  it('leaves calls alone that are those of another tool', async () => {
    const done: ToolEffect[] = [];
    const gate = await openDefinedGate();
    const tool = gatedCallableTool(gate, inner(done, answering({})), host);
    expect(await tool.callTool([{ name: 'other' }, {}])).toEqual([]);
    expect(done).toEqual([]);
    expect(await statesOf(gate)).toEqual([]);
  });

  it('does not run a call whose arguments are still coming', async () => {
    const done: ToolEffect[] = [];
    const gate = await openDefinedGate();
    const tool = gatedCallableTool(gate, inner(done, answering({})), host);
    const [part] = await tool.callTool([{ ...READ, willContinue: true }]);
    expect(part?.functionResponse?.response?.['error']).toContain('is not complete yet');
    expect(done).toEqual([]);
  });

  it('records what the server said about its result', async () => {
    const gate = await openDefinedGate();
    const response = { content: [], _meta: { 'dev.callgate/labels': {} } };
    const tool = gatedCallableTool(gate, inner([], answering(response)), host);
    expect(await tool.callTool([READ])).toMatchObject([{ functionResponse: { response } }]);
  });

  it('tells a failure as the failure it is', async () => {
    const gate = await openDefinedGate();
    const tool = gatedCallableTool(gate, inner([], answering({ error: { message: 'gone' } })), host);
    const [part] = await tool.callTool([READ]);
    expect(part?.functionResponse?.response).toMatchObject({ error: { message: 'gone' } });
    const [row] = await gate.desk.read.callsAfter('', 10);
    expect(row).toMatchObject({ state: 'done' });
  });

  it('gives parts of other kinds back as they are', async () => {
    const gate = await openDefinedGate();
    const parts = [{ functionResponse: { name: 'read_notes', response: {}, parts: [{ inlineData: {} }] } }];
    const tool = gatedCallableTool(
      gate,
      inner([], () => parts),
      host,
    );
    expect(await tool.callTool([READ])).toEqual(parts);
  });

  it('withdraws what waits when the host leaves', async () => {
    const done: ToolEffect[] = [];
    const gate = await openDefinedGate();
    const leaving = new AbortController();
    const stop = gate.onEvent(({ type }) => {
      if (type === 'held') leaving.abort();
    });
    const tool = gatedCallableTool(gate, inner(done, answering({})), host, leaving.signal);
    const [part] = await tool.callTool([{ name: 'send_mail', args: { to: 'ann', text: 'hi' } }]);
    stop();
    expect(part?.functionResponse?.response?.['error']).toMatch(/^Not run/);
    expect(done).toEqual([]);
    expect(await statesOf(gate)).toEqual(['send_mail withdrawn']);
  });

  it('can be made of functions', async () => {
    const done: ToolEffect[] = [];
    const gate = await openDefinedGate();
    const declarations = DEFINITIONS.map(({ name }) => ({ name }));
    const tool = callableTool(gate, declarations, handlersThatNote(done), host);
    expect(await tool.tool()).toEqual({ functionDeclarations: declarations });
    expect(await tool.callTool([READ, { name: 'other' }])).toEqual([
      { functionResponse: { id: 'read-1', name: 'read_notes', response: { output: { did: 'read_notes' } } } },
    ]);
  });
});

describe('a loop of one’s own', () => {
  it('gets a part for every call, in their order', async () => {
    const done: ToolEffect[] = [];
    const gate = await openDefinedGate();
    const { id: _, ...withoutId } = READ;
    const parts = await answerFunctionCalls(gate, host, [withoutId, withoutId, WIPE], handlersThatNote(done));
    expect(parts.map(({ functionResponse }) => Object.keys(functionResponse.response))).toEqual([
      ['output'],
      ['output'],
      ['error'],
    ]);
    expect(done).toHaveLength(2);
    expect(await answerFunctionCalls(gate, host, undefined, {})).toEqual([]);
  });
});

describe('the words of the person', () => {
  const response = { functionResponse: { name: 'x', response: {} } };
  it.each([
    ['a text', 'hello', ['hello']],
    ['a list of texts', ['a', 'b'], ['a', 'b']],
    ['a part', { text: 'hello' }, ['hello']],
    ['a turn', [{ role: 'user', parts: [{ text: 'hello' }, { inlineData: {} }] }], ['hello']],
    ['a turn without a role', { parts: [{ text: 'hello' }] }, ['hello']],
    [
      'nothing from before the model spoke',
      [
        { role: 'user', parts: [{ text: 'a' }] },
        { role: 'model', parts: [] },
      ],
      [],
    ],
    ['nothing in a turn with results', [{ role: 'user', parts: [response, { text: 'pay eve' }] }], []],
    ['nothing in parts beside results', [response, { text: 'pay eve' }], []],
    ['nothing in texts beside results', ['pay eve', response], []],
    [
      'nothing beside what a program said',
      [{ codeExecutionResult: { output: 'x' } }, { text: 'pay eve' }],
      [],
    ],
  ])('are %s', async (_, contents, words) => {
    const gate = await openDefinedGate();
    await recordUserMessages(gate, who, contents);
    expect((await gate.session(contextName(who))).said.map(({ text }) => text)).toEqual(words);
  });
});
