import type { JsonObject } from '@callgate/core';
import { decide } from '@callgate/core';
import { loadPolicy } from '@callgate/policy';
import { describe, expect, it } from 'vitest';
import type { Office } from '../../../gate/test/office.ts';
import { OFFICE, call, catalogueOf, office, policyText, recorder } from '../../../gate/test/office.ts';
import { answer, times } from '../../test/answer-calls.ts';
import { LOCAL, caller } from '../../test/inbox-office.ts';
import type { WeekReport } from '../api/report.ts';
import { reportOperations } from '../record/reader-operations.ts';
import type { PolicyInventory } from './find-habits.ts';

const WEEK = 7 * 86_400_000;

const LAYERS = [
  {
    name: 'own.yaml',
    text: `extends: balanced
rules:
  - id: no-salaries
    tools: ["office/read_salary"]
    then: block
    reason: Salaries stay here
  - id: never-matched
    tools: ["office/put_key"]
    then: confirm
    reason: Keys need a look
`,
  },
];

const TOOLS = OFFICE.flatMap(({ name, server = 'office' }) => catalogueOf().find('tool', server, name) ?? []);

const POLICY = policyText(LAYERS[0]?.text ?? '');

const INVENTORY: PolicyInventory = { policy: POLICY, layers: LAYERS, tools: TOOLS };

const reportOf = (
  { store, clock }: Office,
  { who = LOCAL, inventory = () => INVENTORY as PolicyInventory | undefined } = {},
): Promise<WeekReport> =>
  reportOperations(store.read, clock, inventory)['report.week'].handle(
    { since: clock.now() - WEEK, until: clock.now() + 1 },
    who,
  );

const open = (): Promise<Office> => office({ policy: POLICY });

describe('the digest of a week', () => {
  it('tells what ran, what asked, how it was answered and what was blocked', async () => {
    const place = await open();
    await times(2, async () => void (await place.gate.run(call('read_note'), recorder().dispatch)));
    await place.gate.run(call('read_salary'), recorder().dispatch);
    await answer(place, 'send_mail', { to: 'a@example.com', body: 'x' });
    await answer(place, 'send_mail', { to: 'b@example.com', body: 'x' }, 'refuse');
    await place.gate.hold(call('delete_note', { id: '1' }));
    expect(await reportOf(place)).toMatchObject({
      decided: { calls: 6, auto: 2, confirm: 3, block: 1 },
      complete: true,
      tools: expect.arrayContaining([
        expect.objectContaining({ server: 'office', tool: 'send_mail', calls: 2, asked: 2, refused: 1 }),
      ]),
      asked: {
        calls: 3,
        approved: 1,
        denied: 1,
        waiting: 1,
        byGrant: 0,
        medianMs: 5000,
        people: [{ subject: 'local', approved: 1, refused: 1, medianMs: 5000, hasty: 0 }],
      },
      blocked: [{ cause: 'no-salaries', reason: 'Salaries stay here', calls: 1, tool: 'office/read_salary' }],
      habits: [],
    });
  });

  it('tells what nobody uses: tools, grants in force and rules of own files', async () => {
    const place = await open();
    await place.gate.run(call('read_note'), recorder().dispatch);
    const { unused } = await reportOf(place);
    expect(unused.tools).toContainEqual({ server: 'office', tool: 'send_mail' });
    expect(unused.tools).not.toContainEqual({ server: 'office', tool: 'read_note' });
    expect(unused.rules).toEqual(['no-salaries', 'never-matched']);
    const without = await reportOf(place, { inventory: () => undefined });
    expect(without.unused).toMatchObject({ tools: null, rules: null });
  });
});

describe('what people always approve', () => {
  const decideMail = (policy: string, args: JsonObject): unknown => {
    const loaded = loadPolicy([...LAYERS, { name: 'suggestion.yaml', text: policy }]);
    if (!loaded.ok) throw new Error(loaded.problems.map(({ message }) => message).join('\n'));
    const tool = TOOLS.find(({ tool: { name } }) => name === 'send_mail')?.tool;
    if (tool === undefined) throw new Error('there is no such tool');
    return decide(loaded.policy, { tool, args, labels: { private: 'none', untrusted: 'none' } }).outcome;
  };

  it('becomes a rule that lets such calls run, and no others', async () => {
    const place = await open();
    await times(6, (at) =>
      answer(place, 'send_mail', { to: 'team@example.com', body: `day ${at}` }, 'approve', `c${at}`),
    );
    // what a session with untrusted content asked goes on asking
    await place.gate.run(call('read_mail'), recorder().dispatch);
    await answer(place, 'send_mail', { to: 'eve@example.com', body: 'x' }, 'approve', 'c1');
    const [habit] = (await reportOf(place)).habits;
    expect(habit).toMatchObject({
      tool: 'send_mail',
      approved: 7,
      distinct: 7,
      rules: expect.arrayContaining(['outward-write', 'untrusted-session']),
      refusal: null,
    });
    const policy = habit?.policy ?? '';
    expect(policy).toContain('Approved 6 times in a row, never denied');
    expect(decideMail(policy, { to: 'team@example.com', body: 'day 9' })).toBe('auto');
    expect(decideMail(policy, { to: 'eve@example.com', body: 'day 9' })).toBe('confirm');
  });

  it('is not told to viewers with its arguments', async () => {
    const place = await open();
    await times(6, (at) =>
      answer(place, 'send_mail', { to: 'team@example.com', body: 'x' }, 'approve', `c${at}`),
    );
    const report = await reportOf(place, { who: caller('vera', 'viewer') });
    expect(report.habits).toMatchObject([{ tool: 'send_mail', policy: null, refusal: null }]);
    expect(JSON.stringify(report)).not.toContain('team@example.com');
  });

  it('is no rule for what destroys, for unreviewed tools, after a denial or where values vary', async () => {
    const place = await open();
    await times(5, () => answer(place, 'delete_note', { id: '7' }));
    await times(5, () => answer(place, 'mystery', {}));
    await times(5, (at) =>
      answer(place, 'send_mail', { to: `p${at}@example.com`, body: 'x' }, 'approve', `s${at}`),
    );
    const { habits } = await reportOf(place);
    expect(Object.fromEntries(habits.map(({ tool, refusal }) => [tool, refusal]))).toEqual({
      delete_note: 'destroys',
      mystery: 'unreviewed',
      send_mail: 'varies',
    });
    expect(habits.every(({ policy }) => policy === null)).toBe(true);
    await answer(place, 'send_mail', { to: 'z@example.com', body: 'x' }, 'refuse');
    expect((await reportOf(place)).habits.map(({ tool }) => tool)).not.toContain('send_mail');
  });

  it('is no rule for what a session with untrusted content asks', async () => {
    const place = await open();
    await place.gate.run(call('read_mail'), recorder().dispatch);
    await times(5, () => answer(place, 'add_note', { text: 'x' }));
    expect((await reportOf(place)).habits).toMatchObject([{ tool: 'add_note', refusal: 'session' }]);
  });

  it('is fewer than five times no habit', async () => {
    const place = await open();
    await times(4, () => answer(place, 'send_mail', { to: 'team@example.com', body: 'x' }));
    expect((await reportOf(place)).habits).toEqual([]);
  });
});
