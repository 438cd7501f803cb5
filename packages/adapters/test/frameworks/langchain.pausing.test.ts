import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JsonObject } from '@callgate/core';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import type { Gate } from '@callgate/gate';
import { describe, expect, it } from 'vitest';
import { answerApproval, findPendingApproval } from '../../src/langchain/index.ts';
import type { Driver, ScriptedCall } from '../suite/driver.ts';
import { frameworksHome } from '../suite/frameworks-home.ts';
import { loadDriver } from '../suite/load-driver.ts';
import { openScene, statesOf } from '../suite/scene.ts';
import { keptOf } from '../suite/waiting.ts';

const call = (id: string, tool: string, input: JsonObject): ScriptedCall => ({ id, tool, input });
const READ = call('read-1', 'read_notes', { about: 'food' });
// what is touched later would void what was approved before
const SEARCH = call('search-1', 'search_web', { query: 'weather' });
const TO_BOB = call('mail-1', 'send_mail', { to: 'bob@example.com', text: 'hello' });
const TO_ANN = call('mail-2', 'send_mail', { to: 'ann@example.com', text: 'hello' });
const SAYS = 'write to bob and ann';
const OVER = [{ text: 'That is all.' }];
const approve = (id: string) => ({ id, approved: true });

const pausing = () => loadDriver('langchain', 'pausing-driver.ts');

type Other = 'reviewed' | 'oneTask' | 'meddling' | 'answering' | 'replacing' | 'calling' | 'retrying';

const other = async (name: Other): Promise<Driver> => {
  const file = join(await frameworksHome(), 'langchain', 'other-drivers.ts');
  return ((await import(pathToFileURL(file).href)) as Record<Other, Driver>)[name];
};

const agree = async (gate: Gate, id: string): Promise<void> => {
  const who = { principal: LOCAL_PRINCIPAL, context: 'conversation-1' };
  const question = (await findPendingApproval(gate, who, id))?.question;
  if (question === undefined) throw new Error(`nobody is asked about ${id}`);
  await answerApproval(gate, { question, approved: true, subject: 'local', opened: true });
};

describe('several calls of one step', () => {
  it('pause each for itself, and what ran beside them is neither run again nor lost', async () => {
    const { conversation, gate, done } = await openScene(await pausing());
    const first = await conversation.say(SAYS, [{ calls: [SEARCH] }, { calls: [READ, TO_BOB, TO_ANN] }]);
    expect(first.paused).toEqual(['mail-1', 'mail-2']);
    expect(done.map(({ tool }) => tool)).toEqual(['search_web', 'read_notes']);

    await agree(gate, 'mail-2');
    const second = await conversation.goOn(keptOf(first), approve('mail-2'), []);
    expect(second.paused).toEqual(['mail-1']);
    expect(done.slice(2)).toEqual([{ tool: 'send_mail', input: TO_ANN.input }]);

    await agree(gate, 'mail-1');
    const third = await conversation.goOn(keptOf(second), approve('mail-1'), OVER);
    expect(third.paused).toEqual([]);
    expect(third.told['read-1']).toContain('milk');
    expect(third.told['mail-1']).toContain('on its way');
    expect(third.told['mail-2']).toContain('on its way');
    expect(done).toHaveLength(4);
    expect(new Set(await statesOf(gate))).toEqual(
      new Set(['search_web done', 'read_notes done', 'send_mail done']),
    );
  });

  it('are not touched by what was decided on another one', async () => {
    const { conversation, gate, done } = await openScene(await pausing());
    const first = await conversation.say(SAYS, [{ calls: [TO_BOB, TO_ANN] }]);
    const second = await conversation.goOn(keptOf(first), { id: 'mail-1', approved: false }, []);
    expect(second.paused).toEqual(['mail-2']);
    expect(done).toEqual([]);
    expect(await statesOf(gate)).toEqual(['send_mail withdrawn', 'send_mail held']);
  });

  it('go on once people agreed to them, whichever of them the graph was resumed for', async () => {
    const { conversation, gate, done } = await openScene(await pausing());
    const first = await conversation.say(SAYS, [{ calls: [TO_BOB, TO_ANN] }]);
    await agree(gate, 'mail-2');
    const { paused } = await conversation.goOn(keptOf(first), approve('mail-1'), OVER);
    expect(paused).toEqual(['mail-1']);
    expect(done).toEqual([{ tool: 'send_mail', input: TO_ANN.input }]);
  });

  it('are answered instead where all of them run in one task', async () => {
    const { conversation, gate, done } = await openScene(await other('oneTask'));
    const { told, paused } = await conversation.say(SAYS, [{ calls: [READ, TO_BOB] }, ...OVER]);
    expect(paused).toEqual([]);
    expect(told['read-1']).toContain('milk');
    expect(told['mail-1']).toContain('version "v2"');
    expect(done).toEqual([{ tool: 'read_notes', input: READ.input }]);
    expect(await statesOf(gate)).toEqual(['read_notes done', 'send_mail held']);
  });
});

describe('a decision', () => {
  it('that nobody gave at the gate pauses again, and the call runs once somebody has', async () => {
    const { conversation, gate, done } = await openScene(await pausing());
    const first = await conversation.say(SAYS, [{ calls: [TO_BOB] }]);
    const second = await conversation.goOn(keptOf(first), approve('mail-1'), OVER);
    expect(second.paused).toEqual(['mail-1']);
    await agree(gate, 'mail-1');
    const third = await conversation.goOn(keptOf(second), approve('mail-1'), OVER);
    expect(third.told['mail-1']).toContain('on its way');
    expect(done).toEqual([{ tool: 'send_mail', input: TO_BOB.input }]);
  });

  it('to reject counts although somebody agreed at the gate', async () => {
    const { conversation, gate, done } = await openScene(await pausing());
    const first = await conversation.say(SAYS, [{ calls: [TO_BOB] }]);
    await agree(gate, 'mail-1');
    const { told } = await conversation.goOn(keptOf(first), { id: 'mail-1', approved: false }, OVER);
    expect(told['mail-1']).toContain('Not run: no');
    expect(done).toEqual([]);
    expect(await statesOf(gate)).toEqual(['send_mail withdrawn']);
  });

  it('to reject is the refusal of the person whom the host names', async () => {
    const { conversation, gate, done } = await openScene(await other('reviewed'));
    const first = await conversation.say(SAYS, [{ calls: [TO_BOB] }]);
    await conversation.goOn(keptOf(first), { id: 'mail-1', approved: false }, OVER);
    expect(done).toEqual([]);
    expect(await statesOf(gate)).toEqual(['send_mail refused']);
  });

  it("to approve is nobody's vote, even where the host names a person", async () => {
    const { conversation, gate, done } = await openScene(await other('reviewed'));
    const first = await conversation.say(SAYS, [{ calls: [TO_BOB] }]);
    await conversation.goOn(keptOf(first), approve('mail-1'), OVER);
    expect(done).toEqual([]);
    expect(await statesOf(gate)).toEqual(['send_mail held']);
  });

  it('to edit makes another call, which runs once when a person agreed to it, after a restart too', async () => {
    const first = await openScene(await pausing());
    const asked = await first.conversation.say(SAYS, [{ calls: [TO_BOB] }]);
    await agree(first.gate, 'mail-1');
    const edit = { ...approve('mail-1'), input: TO_ANN.input };
    const edited = await first.conversation.goOn(keptOf(asked), edit, []);
    const [id = ''] = edited.paused;
    expect(id).toContain('mail-1/edited/');
    expect(await statesOf(first.gate)).toEqual(['send_mail withdrawn', 'send_mail held']);
    await first.close();

    const second = await openScene(await pausing(), { place: first.place });
    await agree(second.gate, id);
    const { told } = await second.conversation.goOn(keptOf(edited), approve(id), OVER);
    expect(second.done).toEqual([{ tool: 'send_mail', input: TO_ANN.input }]);
    expect(told['mail-1']).toContain('A person changed the arguments');
    expect(told['mail-1']).toContain('on its way');
    expect(await statesOf(second.gate)).toEqual(['send_mail withdrawn', 'send_mail done']);
  });
});

describe('a middleware between the policy and the tool', () => {
  it('cannot change what was judged', async () => {
    const { conversation, gate, done } = await openScene(await other('meddling'));
    const { told } = await conversation.say('read', [{ calls: [READ] }, ...OVER]);
    expect(done).toEqual([]);
    expect(told['read-1']).toContain('changed after the decision');
    expect(await statesOf(gate)).toEqual(['read_notes failed']);
  });

  it.each([
    ['answers in its place', 'answering', 'answered instead of the tool'],
    ['puts another one there', 'replacing', 'answered instead of the tool'],
    ['calls it in another way', 'calling', 'bypasses the gate'],
  ] as const)('does not pass for the tool if it %s', async (_, name, why) => {
    const { conversation, gate, done } = await openScene(await other(name));
    const save = call('save-1', 'save_broken', { text: 'milk' });
    const { told } = await conversation.say('save', [{ calls: [save] }, ...OVER]);
    expect(done).toEqual([]);
    expect(told['save-1']).toContain(why);
    expect(told['save-1']).not.toContain('all done');
    // LangChain wraps what a middleware throws, so that nobody can tell that nothing ran
    expect(await statesOf(gate)).toEqual(['save_broken indeterminate']);
  });

  it('cannot run a call again', async () => {
    const { conversation, gate, done } = await openScene(await other('retrying'));
    const broken = call('broken-1', 'save_broken', { text: 'milk' });
    const { told } = await conversation.say('save', [{ calls: [broken] }, ...OVER]);
    expect(done).toHaveLength(1);
    expect(told['broken-1']).toContain('the disk is gone');
    expect(await statesOf(gate)).toEqual(['save_broken indeterminate']);
  });
});

it('makes no call where its arguments are not what the tool takes', async () => {
  const { conversation, gate, done } = await openScene(await pausing());
  const { told } = await conversation.say('save', [
    { calls: [call('save-1', 'save_broken', { words: 'milk' })] },
    ...OVER,
  ]);
  expect(done).toEqual([]);
  expect(told['save-1']).toContain('do not fit the tool');
  expect(await statesOf(gate)).toEqual([]);
});
