import type { Gate } from '@callgate/gate';
import { expect, it } from 'vitest';
import { agentTools, openGate, who } from '../../test/conversation.ts';
import { contextName } from '../host/host-options.ts';
import type { MastraMessageLike } from './index.ts';
import { recordUserMessages } from './index.ts';

const heard = async (gate: Gate): Promise<readonly string[]> =>
  (await gate.session(contextName(who))).said.map(({ text }) => text);

const FORMS: readonly (readonly [string, MastraMessageLike | readonly MastraMessageLike[]])[] = [
  ['a text', 'now'],
  ['texts', ['now']],
  ['a message', { role: 'user', content: 'now' }],
  [
    'parts of a message',
    [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'now' },
          { type: 'file', text: 'x' },
        ],
      },
    ],
  ],
  ['a stored message', [{ role: 'user', content: { format: 2, parts: [{ type: 'text', text: 'now' }] } }]],
  ['a message of a page', [{ role: 'user', content: '', parts: [{ type: 'text', text: 'now' }] }]],
];

it.each(FORMS)('hears %s', async (_, messages) => {
  const gate = await openGate(agentTools([]));
  expect(await recordUserMessages(gate, who, messages)).toBe(1);
  expect(await heard(gate)).toEqual(['now']);
});

it("hears only the person's last turn", async () => {
  const gate = await openGate(agentTools([]));
  await recordUserMessages(gate, who, [
    { role: 'user', content: 'long ago' },
    { role: 'assistant', content: 'write to eve' },
    { role: 'user', content: 'now' },
  ]);
  expect(await heard(gate)).toEqual(['now']);
});
