import { expect, it } from 'vitest';
import { host } from '../../test/conversation.ts';
import { openDefinedGate } from '../../test/definitions.ts';
import { deferToolCalls } from './index.ts';

it('lets only tools start early that are believed to change nothing', async () => {
  const gate = await openDefinedGate();
  const deferred: string[] = [];
  const seen: string[] = [];
  async function* stream(): AsyncGenerator<{ readonly type: string }> {
    for (const name of ['read_notes', 'save_note', 'search_web', 'nobody_knows'])
      yield { type: 'content_block_start', content_block: { type: 'tool_use', id: `id-${name}`, name } } as {
        readonly type: string;
      };
    yield { type: 'message_stop' };
  }
  const runner = { deferToolCall: (id: string) => void deferred.push(id) };
  await deferToolCalls(gate, host, runner, stream(), ({ type }) => seen.push(type));
  expect(deferred).toEqual(['id-save_note', 'id-nobody_knows']);
  expect(seen).toHaveLength(5);
});
