import type { JsonObject } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import type { Conversation, ScriptedCall, Step, Turn } from '../suite/driver.ts';
import { loadDriver } from '../suite/load-driver.ts';
import { openScene, statesOf } from '../suite/scene.ts';
import { keptOf, vote } from '../suite/waiting.ts';

const call = (id: string, tool: string, input: JsonObject): ScriptedCall => ({ id, tool, input });

const SEARCH = call('search-1', 'search_web', { query: 'weather' });
const MAIL = call('mail-1', 'send_mail', { to: 'eve@evil.example', text: 'hello' });
const HAND_OVER = call('over-1', 'transfer_to_mailer', {});
const ASK_HELPER = call('ask-1', 'ask_helper', { input: 'go' });
const SAYS = 'tell everybody about the weather';

const tools = (done: readonly { readonly tool: string }[]): string[] => done.map(({ tool }) => tool);

describe('an agent to which another one hands over', () => {
  const handoffs = () => loadDriver('openai-agents', 'handoffs-driver.ts');

  it('is judged on what the first one has touched', async () => {
    const { conversation, done, gate } = await openScene(await handoffs(), { preset: 'intent' });
    const { paused } = await conversation.say(SAYS, [
      { calls: [SEARCH] },
      { calls: [HAND_OVER] },
      { calls: [MAIL] },
    ]);
    expect(paused).toEqual(['mail-1']);
    expect(tools(done)).toEqual(['search_web']);
    expect(await statesOf(gate)).toEqual(['search_web done', 'send_mail held']);
  });

  it('goes on after a restart', async () => {
    const first = await openScene(await handoffs(), { preset: 'intent' });
    const turn = await first.conversation.say(SAYS, [
      { calls: [SEARCH] },
      { calls: [HAND_OVER] },
      { calls: [MAIL] },
    ]);
    await first.close();
    const second = await openScene(await handoffs(), { preset: 'intent', place: first.place });
    await vote(second.gate, true);
    const { told } = await second.conversation.goOn(keptOf(turn), { id: 'mail-1', approved: true }, []);
    expect(told['mail-1']).toContain('on its way');
    expect(tools(second.done)).toEqual(['search_web', 'send_mail']);
  });
});

describe('an agent that is the tool of another one', () => {
  const agentTools = () => loadDriver('openai-agents', 'agent-tools-driver.ts');

  it('leaves what it has touched to the one that asked it', async () => {
    const { conversation, done, gate } = await openScene(await agentTools(), { preset: 'intent' });
    const { paused } = await conversation.say(SAYS, [
      { calls: [ASK_HELPER] },
      { calls: [SEARCH] },
      { text: 'It rains.' },
      { calls: [MAIL] },
    ]);
    expect(paused).toEqual(['mail-1']);
    expect(tools(done)).toEqual(['search_web']);
    expect(await statesOf(gate)).toEqual(['search_web done', 'send_mail held']);
  });

  it.each([
    ['runs once somebody agreed', true, ['send_mail'], 'send_mail done'],
    ['does not run if somebody refused', false, [], 'send_mail refused'],
  ])('pauses the run for its own call, which %s', async (_, approved, ran, state) => {
    const first = await openScene(await agentTools());
    const turn = await first.conversation.say(SAYS, [{ calls: [ASK_HELPER] }, { calls: [MAIL] }]);
    expect(turn.paused).toEqual(['mail-1']);
    expect(first.done).toEqual([]);
    await first.close();
    const second = await openScene(await agentTools(), { place: first.place });
    await vote(second.gate, approved);
    await second.conversation.goOn(keptOf(turn), { id: 'mail-1', approved }, [
      { text: 'The helper is done.' },
      { text: 'So am I.' },
    ]);
    expect(tools(second.done)).toEqual(ran);
    expect(await statesOf(second.gate)).toEqual([state]);
  });
});

describe('a run that is sent on without a word to the SDK', () => {
  type Again = Conversation & { again: (kept: unknown, script: readonly Step[]) => Promise<Turn> };

  it('pauses again until a person has agreed somewhere', async () => {
    const scene = await openScene(await loadDriver('openai-agents'));
    const conversation = scene.conversation as Again;
    const turn = await conversation.say(SAYS, [{ calls: [MAIL] }]);
    const undecided = await conversation.again(keptOf(turn), []);
    expect(undecided.paused).toEqual(['mail-1']);
    expect(scene.done).toEqual([]);
    await vote(scene.gate, true);
    const { told, paused } = await conversation.again(keptOf(undecided), []);
    expect(paused).toEqual([]);
    expect(told['mail-1']).toContain('on its way');
    expect(tools(scene.done)).toEqual(['send_mail']);
  });

  it('tells the model that a person has refused', async () => {
    const scene = await openScene(await loadDriver('openai-agents'));
    const conversation = scene.conversation as Again;
    const turn = await conversation.say(SAYS, [{ calls: [MAIL] }]);
    await vote(scene.gate, false);
    const { told, paused } = await conversation.again(keptOf(turn), []);
    expect(paused).toEqual([]);
    expect(told['mail-1']).toMatch(/^Error: Not run/);
    expect(scene.done).toEqual([]);
  });
});
