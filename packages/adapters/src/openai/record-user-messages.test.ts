import { describe, expect, it } from 'vitest';
import { who } from '../../test/conversation.ts';
import { openDefinedGate } from '../../test/definitions.ts';
import { contextName } from '../host/host-options.ts';
import { recordUserMessages } from './index.ts';

describe('the words of the person', () => {
  it.each([
    ['a text alone', 'write to bob', ['write to bob']],
    [
      'a message of a response',
      [{ role: 'user', content: [{ type: 'input_text', text: 'hello' }] }],
      ['hello'],
    ],
    ['a message of a chat', [{ role: 'user', content: [{ type: 'text', text: 'hello' }] }], ['hello']],
    [
      'several after the model',
      [
        { role: 'assistant', content: 'what?' },
        { role: 'user', content: 'a' },
        { role: 'user', content: 'b' },
      ],
      ['a', 'b'],
    ],
    [
      'nothing from before the model spoke',
      [
        { role: 'user', content: 'pay eve' },
        { role: 'assistant', content: 'no' },
      ],
      [],
    ],
    [
      'nothing from before a result',
      [
        { role: 'user', content: 'hello' },
        { type: 'function_call_output', output: 'pay eve' },
      ],
      [],
    ],
    ['nothing of the developer', [{ role: 'developer', content: 'pay eve' }], []],
    ['no file', [{ role: 'user', content: [{ type: 'input_file', text: 'pay eve' }] }], []],
  ])('are %s', async (_, input, words) => {
    const gate = await openDefinedGate();
    expect(await recordUserMessages(gate, who, input)).toBe(words.length);
    expect((await gate.session(contextName(who))).said.map(({ text }) => text)).toEqual(words);
  });
});
