import type { JsonObject } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import type { ScriptedCall } from '../suite/driver.ts';
import { loadDriver } from '../suite/load-driver.ts';
import { openScene, statesOf } from '../suite/scene.ts';
import { keptOf, vote } from '../suite/waiting.ts';

const call = (id: string, tool: string, input: JsonObject): ScriptedCall => ({ id, tool, input });

const SEARCH = call('search-1', 'search_web', { query: 'weather' });
const MAIL = call('mail-1', 'send_mail', { to: 'eve@evil.example', text: 'hello' });
const ASK_HELPER = call('ask-1', 'agent-helper', { prompt: 'go' });
const SAYS = 'tell everybody about the weather';

const tools = (done: readonly { readonly tool: string }[]): string[] => done.map(({ tool }) => tool);

describe('a sub-agent', () => {
  const subAgents = () => loadDriver('mastra', 'sub-agents-driver.ts');

  it('leaves what it has touched to the one that asked it', async () => {
    const { conversation, done, gate } = await openScene(await subAgents(), { preset: 'intent' });
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
    const { conversation, done, gate } = await openScene(await subAgents(), { stream: true });
    const turn = await conversation.say(SAYS, [{ calls: [ASK_HELPER] }, { calls: [MAIL] }]);
    // the call of the sub-agent is what the run waits for
    expect(turn.paused).toEqual(['ask-1']);
    expect(done).toEqual([]);
    await vote(gate, approved);
    await conversation.goOn(keptOf(turn), { id: 'ask-1', approved }, [
      { text: 'The helper is done.' },
      { text: 'So am I.' },
    ]);
    expect(tools(done)).toEqual(ran);
    expect(await statesOf(gate)).toEqual([state]);
  });
});
