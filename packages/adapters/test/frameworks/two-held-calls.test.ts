import { LOCAL_PRINCIPAL } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import { describe, expect, it } from 'vitest';
import { loadDriver } from '../suite/load-driver.ts';
import { callsOf, openScene, statesOf } from '../suite/scene.ts';
import { keptOf } from '../suite/waiting.ts';

const mailTo = (id: string, to: string) => ({ id, tool: 'send_mail', input: { to, text: 'hello' } });

const decide = async (gate: Gate, key: string, verdict: 'approve' | 'refuse'): Promise<void> => {
  const row = (await callsOf(gate)).find((call) => call.key === key);
  const question = row === undefined ? undefined : await gate.desk.question(row.id);
  if (question === undefined) throw new Error(`nobody is asked about ${key}`);
  const { call, binding } = question;
  const { subject } = LOCAL_PRINCIPAL;
  await gate.desk.vote({ call, binding, verdict, subject, via: 'callback', opened: true });
};

describe.each(['openai-agents', 'mastra'])('two calls of one step that need a person each, in %s', (name) => {
  it.each([
    ['in one piece', false],
    ['as a stream', true],
  ])('each run by their own vote, answered %s', async (_, stream) => {
    const { conversation, gate, done } = await openScene(await loadDriver(name), { stream });
    const first = await conversation.say('write to both', [
      { calls: [mailTo('mail-1', 'ann@example.com'), mailTo('mail-2', 'bob@example.com')] },
    ]);
    expect(first.paused).toContain('mail-1');
    // frameworks may come to the second only when the first is over
    if (first.paused.includes('mail-2'))
      expect(await statesOf(gate)).toEqual(['send_mail held', 'send_mail held']);
    await decide(gate, 'mail-1', 'approve');
    const second = await conversation.goOn(keptOf(first), { id: 'mail-1', approved: true }, []);
    expect(done).toEqual([{ tool: 'send_mail', input: { to: 'ann@example.com', text: 'hello' } }]);
    await decide(gate, 'mail-2', 'refuse');
    // it claims that the second was approved as well
    await conversation.goOn(keptOf(second), { id: 'mail-2', approved: true }, []);
    expect(done).toHaveLength(1);
    expect((await statesOf(gate)).toSorted()).toEqual(['send_mail done', 'send_mail refused']);
  });
});
