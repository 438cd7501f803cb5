import { describe, expect, it } from 'vitest';
import { loadDriver } from '../suite/load-driver.ts';
import { openScene, statesOf } from '../suite/scene.ts';
import { keptOf, vote } from '../suite/waiting.ts';

const plain = () => loadDriver('openai-agents', 'plain-driver.ts');

describe('a tool whose errors the SDK catches', () => {
  it.each([
    ['read_broken', { about: 'food' }, 'failed'],
    ['save_broken', { text: 'milk' }, 'indeterminate'],
  ])('has thrown all the same: %s', async (tool, input, state) => {
    const { conversation, gate } = await openScene(await plain());
    const { told } = await conversation.say('do it', [{ calls: [{ id: 'broken-1', tool, input }] }]);
    expect(told['broken-1']).toContain('An error occurred while running the tool');
    expect(await statesOf(gate)).toEqual([`${tool} ${state}`]);
  });
});

describe('a tool that wants an approval of its own', () => {
  const read = { calls: [{ id: 'read-1', tool: 'read_notes', input: { about: 'food' } }] };

  it('waits at the gate, although policy would let it run', async () => {
    const { conversation, gate, done } = await openScene(await plain());
    const turn = await conversation.say('what do my notes say?', [read]);
    expect(turn.paused).toEqual(['read-1']);
    expect(await statesOf(gate)).toEqual(['read_notes held']);

    await conversation.goOn(keptOf(turn), { id: 'read-1', approved: true }, []);
    expect(done).toEqual([]);

    await vote(gate, true);
    const { told } = await conversation.goOn(keptOf(turn), { id: 'read-1', approved: true }, []);
    expect(told['read-1']).toContain('milk');
    expect(await statesOf(gate)).toEqual(['read_notes done']);
  });
});
