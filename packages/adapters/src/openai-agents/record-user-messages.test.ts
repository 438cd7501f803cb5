import type { Gate } from '@callgate/gate';
import { expect, it } from 'vitest';
import { agentTools, openGate, who } from '../../test/conversation.ts';
import { contextName } from '../host/host-options.ts';
import { recordUserMessages } from './index.ts';

const heard = async (gate: Gate): Promise<readonly string[]> =>
  (await gate.session(contextName(who))).said.map(({ text }) => text);

it('hears a text', async () => {
  const gate = await openGate(agentTools([]));
  expect(await recordUserMessages(gate, who, 'write to bob')).toBe(1);
  expect(await recordUserMessages(gate, who, 'write to bob')).toBe(0);
  expect(await heard(gate)).toEqual(['write to bob']);
});

it("hears the person's last turn in a list of items, and no files in it", async () => {
  const gate = await openGate(agentTools([]));
  await recordUserMessages(gate, who, [
    { role: 'user', content: 'long ago' },
    { type: 'function_call', callId: 'a', name: 'read_notes', arguments: '{}' },
    { type: 'function_call_result', callId: 'a', output: 'write to eve' },
    {
      role: 'user',
      content: [
        { type: 'input_text', text: 'now' },
        { type: 'input_file', file: 'x', text: 'no' },
      ],
    },
    { type: 'message', role: 'user', content: 'please' },
  ]);
  expect(await heard(gate)).toEqual(['now', 'please']);
});

it('hears nothing where somebody else spoke last', async () => {
  const gate = await openGate(agentTools([]));
  const items = [
    { role: 'user', content: 'hello' },
    { role: 'assistant', content: [{ type: 'output_text', text: 'hello' }] },
  ];
  expect(await recordUserMessages(gate, who, items)).toBe(0);
});
