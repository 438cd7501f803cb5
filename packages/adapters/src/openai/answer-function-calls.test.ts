import { describe, expect, it } from 'vitest';
import type { ToolEffect } from '../../test/conversation.ts';
import { host, statesOf } from '../../test/conversation.ts';
import { handlersThatNote, openDefinedGate } from '../../test/definitions.ts';
import type { ExecutionOptions } from './index.ts';
import { answerFunctionCall, answerFunctionCalls, answerToolCalls } from './index.ts';

const READ = {
  type: 'function_call',
  call_id: 'read-1',
  name: 'read_notes',
  arguments: '{"about":"food"}',
} as const;

describe('arguments that are no JSON', () => {
  it.each([
    ['text that ends too early', '{"about":"fo'],
    ['a key that stands twice', '{"about":"food","about":"mail"}'],
    ['a number nobody reads alike', '{"about":1e999}'],
  ])('run nothing, tell the model and leave a row: %s', async (_, text) => {
    const done: ToolEffect[] = [];
    const gate = await openDefinedGate();
    const output = [{ ...READ, arguments: text }];
    const [answer] = await answerFunctionCalls(gate, host, { output }, handlersThatNote(done));
    expect(answer).toMatchObject({ type: 'function_call_output', call_id: 'read-1' });
    expect(answer?.output).toMatch(/^Error: Not run: The arguments of read_notes cannot be read/);
    expect(done).toEqual([]);
    expect(await statesOf(gate)).toEqual([]);
    const rows = await gate.desk.read.rows(1, 10);
    expect(rows.map(({ event }) => event)).toEqual(['opened', 'blocked']);
  });

  it('do not keep the other calls of the step from running, in their order', async () => {
    const done: ToolEffect[] = [];
    const gate = await openDefinedGate();
    const output = [
      { ...READ, call_id: 'a' },
      { ...READ, call_id: 'b', arguments: '[' },
      { ...READ, call_id: 'c' },
    ];
    const answers = await answerFunctionCalls(gate, host, { output }, handlersThatNote(done));
    expect(answers.map(({ call_id: id, output: told }) => [id, String(told).slice(0, 5)])).toEqual([
      ['a', '{"did'],
      ['b', 'Error'],
      ['c', '{"did'],
    ]);
    expect(done).toHaveLength(2);
  });

  it('are no arguments at all where nothing is written', async () => {
    const done: ToolEffect[] = [];
    const gate = await openDefinedGate();
    const call = { ...READ, name: 'list_notes', arguments: '' };
    await answerFunctionCall(gate, host, call, handlersThatNote(done));
    expect(done).toEqual([{ tool: 'list_notes', input: {} }]);
  });

  it('are refused by the gate where they are no object', async () => {
    const done: ToolEffect[] = [];
    const gate = await openDefinedGate();
    const { output } = await answerFunctionCall(
      gate,
      host,
      { ...READ, arguments: '["food"]' },
      handlersThatNote(done),
    );
    expect(output).toMatch(/^Error: Not run/);
    expect(done).toEqual([]);
  });
});

describe('a call', () => {
  it('that was cut off does not run', async () => {
    const done: ToolEffect[] = [];
    const gate = await openDefinedGate();
    const cut = { ...READ, status: 'incomplete' };
    const { output } = await answerFunctionCall(gate, host, cut, handlersThatNote(done));
    expect(output).toContain('was cut off');
    expect(done).toEqual([]);
  });

  it('of something that nobody can do is told so, and leaves a row', async () => {
    const gate = await openDefinedGate();
    const { output } = await answerFunctionCall(gate, host, { ...READ, name: 'toString' }, {});
    expect(output).toContain('There is no tool toString');
    expect((await gate.desk.read.rows(1, 10)).map(({ event }) => event)).toEqual(['opened', 'blocked']);
  });

  it('of a namespace is another one than that of the same name without', async () => {
    const done: ToolEffect[] = [];
    const gate = await openDefinedGate();
    const output = [{ ...READ, namespace: 'crm' }];
    const [answer] = await answerFunctionCalls(gate, host, { output }, handlersThatNote(done));
    expect(answer?.output).toContain('There is no tool crm.read_notes');
    expect(done).toEqual([]);
  });

  it('of a tool with free text has that text as its one argument', async () => {
    const done: ToolEffect[] = [];
    const gate = await openDefinedGate();
    const output = [{ type: 'custom_tool_call', call_id: 'c', name: 'jot_down', input: 'milk' }];
    const [answer] = await answerFunctionCalls(gate, host, { output }, handlersThatNote(done));
    expect(answer).toMatchObject({ type: 'custom_tool_call_output', call_id: 'c' });
    expect(done).toEqual([{ tool: 'jot_down', input: { input: 'milk' } }]);
  });

  it('made by a program of the model is answered to that program', async () => {
    const gate = await openDefinedGate();
    const caller = { type: 'program', caller_id: 'prog-1' } as const;
    const answer = await answerFunctionCall(gate, host, { ...READ, caller }, handlersThatNote([]));
    expect(answer.caller).toEqual(caller);
  });

  it('under an id that stands twice in one step runs once', async () => {
    const done: ToolEffect[] = [];
    const gate = await openDefinedGate();
    const answers = await answerFunctionCalls(gate, host, { output: [READ, READ] }, handlersThatNote(done));
    expect(done).toHaveLength(1);
    expect(answers[1]?.output).toContain('does not run twice');
  });
});

describe('a host that leaves', () => {
  it('withdraws what waits', async () => {
    const done: ToolEffect[] = [];
    const gate = await openDefinedGate();
    const leaving = new AbortController();
    const stop = gate.onEvent(({ type }) => {
      if (type === 'held') leaving.abort();
    });
    const mail = { ...READ, name: 'send_mail', arguments: '{"to":"ann","text":"hi"}' };
    const answer = await answerFunctionCall(gate, host, mail, handlersThatNote(done), leaving.signal);
    stop();
    expect(answer.output).toMatch(/^Error: Not run/);
    expect(done).toEqual([]);
    expect(await statesOf(gate)).toEqual(['send_mail withdrawn']);
  });

  it('gives up on what runs, and the tool can see it', async () => {
    const gate = await openDefinedGate();
    const leaving = new AbortController();
    const seen = Promise.withResolvers<void>();
    const save = async (_: object, { abortSignal }: ExecutionOptions): Promise<void> => {
      abortSignal?.addEventListener('abort', () => seen.resolve());
      leaving.abort(new Error('the person closed the window'));
      await new Promise(() => {});
    };
    const call = { ...READ, name: 'save_note', arguments: '{"text":"milk"}' };
    const { output } = await answerFunctionCall(gate, host, call, { save_note: save }, leaving.signal);
    await seen.promise;
    expect(output).toContain('Cancelled');
    expect(await statesOf(gate)).toEqual(['save_note indeterminate']);
  });
});

describe('what a tool gives', () => {
  it.each([
    ['a text', 'milk', 'milk'],
    ['nothing', undefined, 'null'],
    ['parts the API knows', [{ type: 'input_text', text: 'milk' }], [{ type: 'input_text', text: 'milk' }]],
    ['a list of something else', [{ type: 'text' }], '[{"type":"text"}]'],
  ])('is told as it is: %s', async (_, value, told) => {
    const gate = await openDefinedGate();
    const { output } = await answerFunctionCall(gate, host, READ, { read_notes: () => value });
    expect(output).toEqual(told);
  });
});

describe('a chat', () => {
  it('answers functions and free text alike', async () => {
    const done: ToolEffect[] = [];
    const gate = await openDefinedGate();
    const calls = [
      { type: 'function', id: 'a', function: { name: 'read_notes', arguments: '{"about":"food"}' } },
      { type: 'custom', id: 'b', custom: { name: 'jot_down', input: 'milk' } },
      { type: 'function', id: 'c', function: { name: 'read_notes', arguments: '{' } },
    ] as const;
    const answers = await answerToolCalls(
      gate,
      host,
      { message: { tool_calls: calls }, finish_reason: 'tool_calls' },
      handlersThatNote(done),
    );
    expect(answers).toMatchObject([
      { role: 'tool', tool_call_id: 'a', content: '{"did":"read_notes"}' },
      { role: 'tool', tool_call_id: 'b', content: '{"did":"jot_down"}' },
      { role: 'tool', tool_call_id: 'c', content: expect.stringContaining('cannot be read') },
    ]);
    expect(done).toHaveLength(2);
  });

  it.each(['length', 'content_filter'])('runs nothing where the model was stopped by %s', async (finish) => {
    const done: ToolEffect[] = [];
    const gate = await openDefinedGate();
    const calls = [
      { type: 'function', id: 'a', function: { name: 'read_notes', arguments: '' } },
      { type: 'custom', id: 'b', custom: { name: 'save_note', input: 'rm -rf /' } },
    ] as const;
    const choice = { message: { tool_calls: calls }, finish_reason: finish };
    const answers = await answerToolCalls(gate, host, choice, handlersThatNote(done));
    expect(answers.map(({ content }) => content)).toEqual([
      expect.stringContaining('was cut off'),
      expect.stringContaining('was cut off'),
    ]);
    expect(done).toEqual([]);
  });
});

it('runs no call of a response that was cut off, whatever is left of it', async () => {
  const done: ToolEffect[] = [];
  const gate = await openDefinedGate();
  const output = [
    { type: 'function_call', call_id: 'a', name: 'read_notes', arguments: '', status: 'completed' },
    { type: 'custom_tool_call', call_id: 'b', name: 'save_note', input: 'rm -rf /' },
  ];
  await answerFunctionCalls(gate, host, { status: 'incomplete', output }, handlersThatNote(done));
  const cut = [
    { type: 'custom_tool_call', call_id: 'c', name: 'save_note', input: 'm', status: 'incomplete' },
  ];
  await answerFunctionCalls(gate, host, { status: 'completed', output: cut }, handlersThatNote(done));
  expect(done).toEqual([]);
});
