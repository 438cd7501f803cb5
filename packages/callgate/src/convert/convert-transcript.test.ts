import { describe, expect, it } from 'vitest';
import { CallgateError } from '@callgate/core';
import { splitToolName } from './split-tool-name.ts';
import { isTranscript, convertTranscript } from './convert-transcript.ts';

const OPENAI = {
  id: 'chat-1',
  messages: [
    { role: 'system', content: 'be kind' },
    { role: 'user', content: 'Read my mail' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'c1', type: 'function', function: { name: 'mail__read_inbox', arguments: '{"limit": 5}' } },
        { id: 'c2', type: 'function', function: { name: 'now', arguments: '' } },
      ],
    },
    { role: 'tool', tool_call_id: 'c1', content: 'two mails' },
    { role: 'tool', tool_call_id: 'c2', content: [{ type: 'text', text: 'noon' }] },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Thanks' },
        { type: 'image_url', image_url: {} },
      ],
    },
  ],
};

const ANTHROPIC = [
  { role: 'user', content: 'Read my mail' },
  {
    role: 'assistant',
    content: [
      { type: 'text', text: 'Of course.' },
      { type: 'tool_use', id: 't1', name: 'mcp__mail__read_inbox', input: { limit: 5 } },
    ],
  },
  {
    role: 'user',
    content: [
      { type: 'tool_result', tool_use_id: 't1', content: [{ type: 'text', text: 'no' }], is_error: true },
      { type: 'text', text: 'a reminder the host has put here' },
    ],
  },
  { role: 'user', content: [{ type: 'text', text: 'Try again' }] },
];

const text = (value: string): object => ({ content: [{ type: 'text', text: value }] });

describe('a transcript', () => {
  it('of chat messages becomes a trace', () => {
    expect(convertTranscript(OPENAI, 'file', undefined)).toEqual({
      session: 'chat-1',
      events: [
        { type: 'user', text: 'Read my mail' },
        { type: 'call', id: 'c1', server: 'mail', tool: 'read_inbox', arguments: { limit: 5 } },
        { type: 'call', id: 'c2', server: 'host', tool: 'now', arguments: {} },
        { type: 'result', id: 'c1', result: text('two mails') },
        { type: 'result', id: 'c2', result: text('noon') },
        { type: 'user', text: 'Thanks' },
      ],
    });
  });

  it('of content blocks becomes a trace, and only what the person wrote is theirs', () => {
    expect(convertTranscript(ANTHROPIC, 'file', 'mine')).toEqual({
      session: 'file',
      events: [
        { type: 'user', text: 'Read my mail' },
        { type: 'assistant', text: 'Of course.' },
        { type: 'call', id: 't1', server: 'mail', tool: 'read_inbox', arguments: { limit: 5 } },
        { type: 'result', id: 't1', result: { ...text('no'), isError: true } },
        { type: 'user', text: 'Try again' },
      ],
    });
  });

  it('of response items becomes a trace', () => {
    const input = [
      { role: 'user', content: [{ type: 'input_text', text: 'Go' }] },
      { type: 'function_call', call_id: 'f1', name: 'go', arguments: '{"x":1}' },
      { type: 'function_call_output', call_id: 'f1', output: '{"content":[{"type":"text","text":"gone"}]}' },
    ];
    expect(convertTranscript({ input }, 'file', 'mine').events).toEqual([
      { type: 'user', text: 'Go' },
      { type: 'call', id: 'f1', server: 'mine', tool: 'go', arguments: { x: 1 } },
      { type: 'result', id: 'f1', result: text('gone') },
    ]);
  });

  it('that was cut at its beginning has no results without calls', () => {
    const cut = [{ role: 'tool', tool_call_id: 'gone', content: 'late' }];
    expect(convertTranscript(cut, 's', undefined).events).toEqual([]);
  });

  it.each([
    ['arguments that are no JSON', { id: 'x', function: { name: 'f', arguments: '{' } }, 'CONVERT_ARGUMENTS'],
    ['arguments that are a list', { id: 'x', function: { name: 'f', arguments: '[]' } }, 'CONVERT_ARGUMENTS'],
    ['a call without a name', { id: 'x', function: { arguments: '{}' } }, 'CONVERT_SHAPE'],
  ])('is refused for %s', (_, made, code) => {
    const messages = [{ role: 'assistant', tool_calls: [made] }];
    let found: unknown;
    try {
      convertTranscript(messages, 's', undefined);
    } catch (error) {
      found = error;
    }
    expect(found instanceof CallgateError ? found.code : found).toBe(code);
  });

  it('is known by its messages', () => {
    expect([OPENAI, ANTHROPIC, { messages: [] }, {}, [], 'x', [{ rol: 1 }]].map(isTranscript)).toEqual([
      true,
      true,
      ...Array(5).fill(false),
    ]);
  });
});

describe('the name of a tool', () => {
  it.each([
    ['mail__send', 'mail', 'send'],
    ['mcp__mail__send', 'mail', 'send'],
    ['mail__send__now', 'mail', 'send__now'],
    ['send', 'host', 'send'],
    ['__send', 'host', '__send'],
    ['mail__', 'host', 'mail__'],
    ['mcp__send', 'host', 'mcp__send'],
  ])('%s is of the server %s and the tool %s', (name, server, tool) => {
    expect(splitToolName(name, undefined)).toEqual({ server, tool });
  });
});
