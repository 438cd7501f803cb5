import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { JsonObject } from '@callgate/core';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import { contextName } from '../../src/host/host-options.ts';
import type { Driver, ScriptedCall } from '../suite/driver.ts';
import { frameworksHome } from '../suite/frameworks-home.ts';
import { loadDriver } from '../suite/load-driver.ts';
import { openScene, statesOf } from '../suite/scene.ts';
import { keptOf, vote } from '../suite/waiting.ts';

const call = (id: string, tool: string, input: JsonObject): ScriptedCall => ({ id, tool, input });
const READ = call('read-1', 'read_notes', { about: 'food' });
const MAIL = call('mail-1', 'send_mail', { to: 'bob@example.com', text: 'hello' });
const SAYS = 'write to bob@example.com';
const OVER = [{ text: 'That is all.' }];
const YES = { id: 'mail-1', approved: true };
const NO = { id: 'mail-1', approved: false };

type Other = 'reviewed' | 'confirming' | 'confirmingBehind' | 'securitySecond' | 'engineOnly' | 'remote';

const other = async (name: Other): Promise<Driver> => {
  const file = join(await frameworksHome(), 'google-adk', 'other-drivers.ts');
  return ((await import(pathToFileURL(file).href)) as Record<Other, Driver>)[name];
};

describe('a confirmation', () => {
  it.each(['driver.ts', 'security-driver.ts'])(
    'does not lose what ran in the same step, by %s',
    async (name) => {
      const { conversation, gate, done } = await openScene(await loadDriver('google-adk', name));
      const first = await conversation.say(SAYS, [{ calls: [READ, MAIL] }]);
      expect(first.paused).toEqual(['mail-1']);
      await vote(gate, true);
      const { told } = await conversation.goOn(keptOf(first), YES, OVER);
      expect(told['read-1']).toContain('milk');
      expect(told['mail-1']).toContain('on its way');
      expect(done.map(({ tool }) => tool)).toEqual(['read_notes', 'send_mail']);
    },
  );

  it('that was not given takes the call back', async () => {
    const { conversation, gate, done } = await openScene(await loadDriver('google-adk'));
    const first = await conversation.say(SAYS, [{ calls: [MAIL] }]);
    await vote(gate, true);
    const { told } = await conversation.goOn(keptOf(first), NO, OVER);
    expect(told['mail-1']).toContain('Not run');
    expect(done).toEqual([]);
    expect(await statesOf(gate)).toEqual(['send_mail withdrawn']);
  });

  it('that was not given to the security plugin takes the call back too', async () => {
    const { conversation, gate, done } = await openScene(
      await loadDriver('google-adk', 'security-driver.ts'),
    );
    const first = await conversation.say(SAYS, [{ calls: [MAIL] }]);
    await conversation.goOn(keptOf(first), NO, OVER);
    expect(done).toEqual([]);
    expect(await statesOf(gate)).toEqual(['send_mail withdrawn']);
  });

  it('that was not given is the refusal of the person whom the host names', async () => {
    const { conversation, gate } = await openScene(await other('reviewed'));
    const first = await conversation.say(SAYS, [{ calls: [MAIL] }]);
    await conversation.goOn(keptOf(first), NO, OVER);
    expect(await statesOf(gate)).toEqual(['send_mail refused']);
  });

  it.each([
    ['by the plugin alone', 'confirming'],
    ['behind the security plugin', 'confirmingBehind'],
  ] as const)('that a tool wants for itself is asked for at the gate, %s', async (_, name) => {
    const { conversation, gate, done } = await openScene(await other(name));
    const first = await conversation.say('read', [{ calls: [READ] }]);
    expect(first.paused).toEqual(['read-1']);
    expect(await statesOf(gate)).toEqual(['read_notes held']);
    await vote(gate, true);
    const { told } = await conversation.goOn(keptOf(first), { id: 'read-1', approved: true }, OVER);
    expect(told['read-1']).toContain('milk');
    expect(done).toHaveLength(1);
    expect(await statesOf(gate)).toEqual(['read_notes done']);
  });
});

describe('a confirmation in the messages alone', () => {
  const AGAIN = { ...READ, id: 'read-2' };

  it.each([
    ['by the plugin alone', 'confirming'],
    ['behind the security plugin', 'confirmingBehind'],
  ] as const)('runs no tool that wants one, though the same call was made twice, %s', async (_, name) => {
    const { conversation, gate, done } = await openScene(await other(name));
    const first = await conversation.say('read', [{ calls: [READ, AGAIN] }]);
    expect(first.paused).toEqual(['read-1', 'read-2']);
    const second = await conversation.goOn(keptOf(first), { id: 'read-2', approved: true }, OVER);
    expect(done).toEqual([]);
    expect(second.told['read-2']).not.toContain('milk');
    expect(await statesOf(gate)).toEqual(['read_notes held']);
  });

  it('runs none either after a person has refused the first of the two', async () => {
    const { conversation, gate, done } = await openScene(await other('confirming'));
    const first = await conversation.say('read', [{ calls: [READ, AGAIN] }]);
    await vote(gate, false);
    await conversation.goOn(keptOf(first), { id: 'read-2', approved: true }, OVER);
    expect(done).toEqual([]);
    expect(await statesOf(gate)).not.toContain('read_notes done');
  });
});

describe('the policy engine', () => {
  it('may stand after the plugin of the gate', async () => {
    const { conversation, gate, done } = await openScene(await other('securitySecond'));
    const first = await conversation.say(SAYS, [{ calls: [READ, MAIL] }]);
    await vote(gate, true);
    await conversation.goOn(keptOf(first), YES, OVER);
    expect(done.map(({ tool }) => tool)).toEqual(['read_notes', 'send_mail']);
  });

  it('allows nothing without it', async () => {
    const { conversation, gate, done } = await openScene(await other('engineOnly'));
    const { told } = await conversation.say('read', [{ calls: [READ] }, ...OVER]);
    expect(told['read-1']).toContain('Register gatePlugin');
    expect(done).toEqual([]);
    expect(await statesOf(gate)).toEqual([]);
  });
});

it('does not take the message of another agent for the words of the person', async () => {
  const { conversation, gate } = await openScene(await other('remote'));
  await conversation.say(SAYS, OVER);
  const who = contextName({ principal: LOCAL_PRINCIPAL, context: 'conversation-1' });
  expect((await gate.session(who)).said).toEqual([]);
});

it('makes no call where its arguments are not what the tool takes', async () => {
  const { conversation, gate, done } = await openScene(await loadDriver('google-adk'));
  const { told } = await conversation.say('save', [
    { calls: [call('save-1', 'save_broken', { words: 'milk' })] },
    ...OVER,
  ]);
  expect(done).toEqual([]);
  expect(told['save-1']).toContain('do not fit the tool');
  expect(await statesOf(gate)).toEqual([]);
});
