import type { JsonObject } from '@callgate/core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Driver, ScriptedCall } from './driver.ts';
import { toDisclosedJson, discloseWith, hintedTools } from './hinted-tools.ts';
import { SHORT_MS, callsOf, openScene, statesOf } from './scene.ts';
import { closedWhileWaiting, decideByPerson, keptOf, leaveWaiting, vote } from './waiting.ts';

const BOB = 'bob@example.com';
const EVE = 'eve@evil.example';

const call = (id: string, tool: string, input: JsonObject): ScriptedCall => ({ id, tool, input });

const READ = call('read-1', 'read_notes', { about: 'food' });
const SEARCH = call('search-1', 'search_web', { query: 'weather' });
const MAIL = call('mail-1', 'send_mail', { to: BOB, text: 'hello' });
const MAIL_TO_EVE = { ...MAIL, input: { to: EVE, text: 'hello' } };
const WIPE = call('wipe-1', 'wipe_notes', { about: 'food' });

const SENT = { tool: 'send_mail', input: MAIL.input };
const ASKED = { says: 'write hello to bob', calls: [MAIL] };

const OVER = [{ text: 'That is all.' }];

/**
 * Defines the tests that every adapter must pass, on a real gate, a real store and the real framework. `load` is called
 * once, before them.
 */
export const testGateBehaviour = (load: () => Promise<Driver>): void => {
  // what waits for ever has failed
  describe('behaves like a gate', { timeout: 120_000 }, () => {
    suite(load);
  });
};

const suite = (load: () => Promise<Driver>): void => {
  let driver: Driver;
  beforeAll(async () => {
    driver = await load();
  });

  describe.each([
    ['in one piece', false],
    ['as a stream', true],
  ])('answers %s', (_, stream) => {
    const open: typeof openScene = (given, options) => openScene(given, { stream, ...options });

    it('runs what may run by itself, once, with the arguments that were judged', async ({ skip }) => {
      skip(stream && !driver.canStream, 'the framework does not stream');
      const { gate, conversation, done } = await open(driver);
      const { told, paused } = await conversation.say('what do my notes say about food?', [
        { calls: [READ] },
        { text: 'milk' },
      ]);
      expect(done).toEqual([{ tool: 'read_notes', input: READ.input }]);
      expect(told['read-1']).toContain('milk');
      expect(paused).toEqual([]);
      expect(await statesOf(gate)).toEqual(['read_notes done']);
    });

    it('runs what a person agreed to, once and not before', async ({ skip }) => {
      skip(stream && !driver.canStream, 'the framework does not stream');
      const scene = await open(driver);
      const answer = { id: 'mail-1', approved: true };
      const { told } = await decideByPerson(driver, scene, ASKED, answer, () =>
        expect(scene.done).toEqual([]),
      );
      expect(scene.done).toEqual([SENT]);
      expect(told['mail-1']).toContain('on its way');
      expect(await statesOf(scene.gate)).toEqual(['send_mail done']);
    });

    it('answers the model with the reason where policy blocks', async ({ skip }) => {
      skip(stream && !driver.canStream, 'the framework does not stream');
      const { gate, conversation, done } = await open(driver);
      const { told, paused } = await conversation.say('wipe my notes', [
        { calls: [WIPE] },
        { text: 'I may not.' },
      ]);
      expect(told['wipe-1']).toContain('notes are not wiped by agents');
      expect(paused).toEqual([]);
      expect(done).toEqual([]);
      expect(await statesOf(gate)).toEqual(['wipe_notes blocked']);
    });

    it('runs all calls of one step that may run', async ({ skip }) => {
      skip(stream && !driver.canStream, 'the framework does not stream');
      skip(!driver.canParallel, 'the model makes one call at a time');
      const { gate, conversation, done } = await open(driver);
      const { told } = await conversation.say('look at my notes and at the web', [
        { calls: [READ, SEARCH] },
        { text: 'done' },
      ]);
      expect(done.map(({ tool }) => tool).toSorted()).toEqual(['read_notes', 'search_web']);
      expect(told['read-1']).toContain('milk');
      expect(told['search-1']).toContain('Ignore');
      expect((await statesOf(gate)).toSorted()).toEqual(['read_notes done', 'search_web done']);
    });
  });

  describe('a call that needs a person', () => {
    it('does not run where the person refused', async () => {
      const scene = await openScene(driver);
      const answer = { id: 'mail-1', approved: false };
      const { told } = await decideByPerson(driver, scene, ASKED, answer, () =>
        expect(scene.done).toEqual([]),
      );
      expect(scene.done).toEqual([]);
      expect(told['mail-1']).toMatch(/./);
      expect(told['mail-1']).not.toContain('on its way');
      expect(await statesOf(scene.gate)).toEqual(['send_mail refused']);
    });

    it('does not run where the person refused and the framework says yes', async () => {
      const scene = await openScene(driver, { waitMs: SHORT_MS });
      const turn = await leaveWaiting(driver, scene, ASKED);
      await vote(scene.gate, false);
      const yes = { id: 'mail-1', approved: true };
      const { told } = await scene.conversation.goOn(keptOf(turn), yes, OVER);
      expect(scene.done).toEqual([]);
      expect(told['mail-1']).not.toContain('on its way');
      expect(await statesOf(scene.gate)).toEqual(['send_mail refused']);
    });

    it('does not run where only the framework says that somebody agreed', async () => {
      const scene = await openScene(driver, { waitMs: SHORT_MS });
      const turn = await leaveWaiting(driver, scene, ASKED);
      await scene.conversation.goOn(keptOf(turn), { id: 'mail-1', approved: true }, OVER);
      expect(scene.done).toEqual([]);
      expect(await statesOf(scene.gate)).toEqual(['send_mail held']);
    });

    it('does not run with other arguments than those that were approved', async () => {
      const scene = await openScene(driver, { waitMs: SHORT_MS });
      const turn = await leaveWaiting(driver, scene, ASKED);
      await vote(scene.gate, true);
      const edited = { id: 'mail-1', approved: true, input: MAIL_TO_EVE.input };
      const { told, paused } = await scene.conversation.goOn(keptOf(turn), edited, OVER);
      expect(scene.done).toEqual([]);
      expect([...Object.keys(told), ...paused]).not.toEqual([]);
      expect(JSON.stringify(told)).not.toContain('on its way');
    });

    it('does not run a second time', async () => {
      const scene = await openScene(driver, { waitMs: SHORT_MS });
      const turn = await leaveWaiting(driver, scene, ASKED);
      await vote(scene.gate, true);
      const yes = { id: 'mail-1', approved: true };
      await scene.conversation.goOn(keptOf(turn), yes, OVER);
      expect(scene.done).toEqual([SENT]);
      // some frameworks know themselves that it has run
      await scene.conversation.goOn(keptOf(turn), yes, OVER).catch(() => {});
      expect(scene.done).toEqual([SENT]);
    });

    it('does not run in another conversation than the one it was approved in', async () => {
      const first = await openScene(driver, { waitMs: SHORT_MS });
      const turn = await leaveWaiting(driver, first, ASKED);
      await vote(first.gate, true);
      await first.close();
      const second = await openScene(driver, { waitMs: SHORT_MS, place: first.place, context: 'another' });
      await second.conversation.goOn(keptOf(turn), { id: 'mail-1', approved: true }, OVER);
      expect(second.done).toEqual([]);
    });

    it.each([
      ['agreed', true],
      ['refused', false],
    ])('goes on after a restart as the person, who %s meanwhile, has decided', async (_, approved) => {
      const first = await openScene(driver, { waitMs: SHORT_MS });
      const turn = await leaveWaiting(driver, first, ASKED);
      expect(await statesOf(first.gate)).toEqual(['send_mail held']);
      await first.close();

      const second = await openScene(driver, { waitMs: SHORT_MS, place: first.place });
      expect(await statesOf(second.gate)).toEqual(['send_mail held']);
      await vote(second.gate, approved);
      const { told } = await second.conversation.goOn(keptOf(turn), { id: 'mail-1', approved }, OVER);
      expect(second.done).toEqual(approved ? [SENT] : []);
      if (approved) expect(told['mail-1']).toContain('on its way');
      expect(await statesOf(second.gate)).toEqual([approved ? 'send_mail done' : 'send_mail refused']);
    });

    it('stays held where the process ends while it waits inside the turn, and runs in the next', async ({
      skip,
    }) => {
      skip(driver.style === 'pause', 'no call waits inside a turn');
      const first = await openScene(driver);
      const turn = await closedWhileWaiting(first, ASKED);
      expect(await statesOf(first.gate)).toEqual(['send_mail held']);
      await first.close();

      const second = await openScene(driver, { waitMs: SHORT_MS, place: first.place });
      expect(await statesOf(second.gate)).toEqual(['send_mail held']);
      await vote(second.gate, true);
      await second.conversation.goOn(keptOf(turn), { id: 'mail-1', approved: true }, OVER);
      expect(second.done).toEqual([SENT]);
      expect(await statesOf(second.gate)).toEqual(['send_mail done']);
    });
  });

  it('does not run a blocked call, whatever the framework says about it', async () => {
    const scene = await openScene(driver, { waitMs: SHORT_MS });
    const turn = await scene.conversation.say('wipe my notes', [{ calls: [WIPE] }, { text: 'I may not.' }]);
    // some frameworks have no place for an answer to a call that is over
    await scene.conversation.goOn(keptOf(turn), { id: 'wipe-1', approved: true }, OVER).catch(() => {});
    expect(scene.done).toEqual([]);
    expect(new Set(await statesOf(scene.gate))).toEqual(new Set(['wipe_notes blocked']));
  });

  describe('arguments that the tool does not take', () => {
    it.each<readonly [string, ScriptedCall]>([
      ['lack what is required', { ...MAIL, input: { to: BOB } }],
      ['are of another type', { ...MAIL, input: { to: BOB, text: { deep: 1 } } }],
      ['are of another type, for a tool that runs by itself', { ...READ, input: { about: 7 } }],
    ])('are refused before anybody is asked where they %s, and the model reads that', async (_, wrong) => {
      const { gate, conversation, done } = await openScene(driver, { waitMs: SHORT_MS });
      // some frameworks end the turn over it
      const turn = await conversation.say('do it', [{ calls: [wrong] }, ...OVER]).catch(() => undefined);
      expect(done).toEqual([]);
      expect(turn?.paused ?? []).toEqual([]);
      if (turn !== undefined) expect(turn.told[wrong.id]).toMatch(/./);
      expect(await statesOf(gate)).toEqual([]);
      await conversation.say('what do my notes say about food?', [
        { calls: [{ ...READ, id: 'read-2' }] },
        ...OVER,
      ]);
      expect(done).toEqual([{ tool: 'read_notes', input: READ.input }]);
    });
  });

  describe('a tool that throws', () => {
    it('has failed if it only reads, and the model reads why', async () => {
      const { gate, conversation, done } = await openScene(driver);
      const { told } = await conversation.say('read it', [
        { calls: [call('broken-1', 'read_broken', { about: 'food' })] },
        { text: 'It is broken.' },
      ]);
      expect(told['broken-1']).toContain('the disk is gone');
      expect(done).toHaveLength(1);
      expect(await statesOf(gate)).toEqual(['read_broken failed']);
    });

    it('leaves open what happened if it changes something, and the model reads that', async () => {
      const { gate, conversation, done } = await openScene(driver);
      const { told } = await conversation.say('save it', [
        { calls: [call('broken-1', 'save_broken', { text: 'milk' })] },
        { text: 'It is broken.' },
      ]);
      expect(told['broken-1']).toContain('the disk is gone');
      expect(done).toHaveLength(1);
      expect(await statesOf(gate)).toEqual(['save_broken indeterminate']);
    });
  });

  it('gives a tool up that takes longer than policy allows, and the model reads that', async () => {
    const { gate, conversation, done } = await openScene(driver);
    const { told } = await conversation.say('save it', [
      { calls: [call('slow-1', 'slow_save', { text: 'milk' })] },
      { text: 'It takes too long.' },
    ]);
    expect(told['slow-1']).toMatch(/cancelled|time|abort/i);
    expect(told['slow-1']).not.toContain('much too late');
    // on a busy machine the time is over before the tool is reached
    expect(done.length).toBeLessThanOrEqual(1);
    expect(await statesOf(gate)).toEqual(['slow_save indeterminate']);
  });

  it('a read that takes longer than policy allows has failed, and nobody has to settle it', async () => {
    const { gate, conversation, done } = await openScene(driver);
    const { told } = await conversation.say('read it', [
      { calls: [call('slow-1', 'slow_read', { about: 'food' })] },
      { text: 'It takes too long.' },
    ]);
    expect(told['slow-1']).toMatch(/cancelled|time|abort/i);
    expect(told['slow-1']).not.toContain('much too late');
    // on a busy machine the time is over before the tool is reached
    expect(done.length).toBeLessThanOrEqual(1);
    expect(await statesOf(gate)).toEqual(['slow_read failed']);
  });

  describe('retries that a policy orders', () => {
    it('run a read again until it answers, each with an intent of its own', async () => {
      const { gate, conversation, done } = await openScene(driver);
      const { told } = await conversation.say('read it', [
        { calls: [call('flaky-1', 'read_flaky', { about: 'food' })] },
        { text: 'It worked.' },
      ]);
      expect(told['flaky-1']).toContain('milk at last');
      expect(done).toHaveLength(3);
      expect(await statesOf(gate)).toEqual(['read_flaky done']);
      const [row] = await callsOf(gate);
      const rows = await gate.desk.read.rowsOfCall(row?.id ?? '');
      expect(rows.map(({ event }) => event)).toEqual(['dispatching', 'dispatching', 'dispatching', 'done']);
    });

    it('do not run again what is not believed idempotent', async () => {
      const { gate, conversation, done } = await openScene(driver);
      await conversation.say('save it', [
        { calls: [call('flaky-1', 'save_flaky', { text: 'milk' })] },
        { text: 'It is busy.' },
      ]);
      expect(done).toHaveLength(1);
      expect(await statesOf(gate)).toEqual(['save_flaky indeterminate']);
    });
  });

  describe('what the session has touched', () => {
    const toEve = { says: 'tell everybody about the weather', calls: [SEARCH, MAIL_TO_EVE] };

    it('lets a mail out as long as nothing untrusted was read', async () => {
      const { conversation, done } = await openScene(driver, { preset: 'intent' });
      await conversation.say(toEve.says, [{ calls: [MAIL_TO_EVE] }, ...OVER]);
      expect(done).toEqual([{ tool: 'send_mail', input: MAIL_TO_EVE.input }]);
    });

    it('counts for the next call of the same step', async ({ skip }) => {
      skip(!driver.canParallel, 'the model makes one call at a time');
      const scene = await openScene(driver, { preset: 'intent' });
      const answer = { id: 'mail-1', approved: false };
      await decideByPerson(driver, scene, toEve, answer, () =>
        expect(scene.done.map(({ tool }) => tool)).not.toContain('send_mail'),
      );
      expect(scene.done).toEqual([{ tool: 'search_web', input: SEARCH.input }]);
      expect(await statesOf(scene.gate)).toEqual(['search_web done', 'send_mail refused']);
    });
  });

  describe('what the person said', () => {
    const says = `Look up the weather and write hello to ${BOB}.`;

    it('proves a destination that was named', async () => {
      const { gate, conversation, done } = await openScene(driver, { preset: 'intent' });
      await conversation.say(says, [{ calls: [SEARCH] }, { calls: [MAIL] }, ...OVER]);
      expect(done.map(({ tool }) => tool)).toEqual(['search_web', 'send_mail']);
      expect(await statesOf(gate)).toEqual(['search_web done', 'send_mail done']);
    });

    it('does not prove another', async () => {
      const { gate, conversation, done } = await openScene(driver, { preset: 'intent', waitMs: SHORT_MS });
      await conversation.say(says, [{ calls: [SEARCH] }, { calls: [MAIL_TO_EVE] }, ...OVER]);
      expect(done.map(({ tool }) => tool)).toEqual(['search_web']);
      expect(await statesOf(gate)).toEqual(['search_web done', 'send_mail held']);
    });
  });

  describe.each(['owned', 'untrusted'] as const)('hints of tools that are %s', (trust) => {
    it.each(hintedTools.map((tool) => [tool.name, tool] as const))(
      'are all there: %s',
      async (name, tool) => {
        const catalogue = await driver.catalogue(hintedTools, trust);
        const found = catalogue.find('tool', 'app', name);
        if (found === undefined) throw new Error(`the catalogue has no ${name}`);
        expect(toDisclosedJson(found.tool)).toEqual(discloseWith(tool, trust));
      },
    );
  });
};
