import { join } from 'node:path';
import type { JsonObject } from '@callgate/core';
import { describe, expect, it } from 'vitest';
import { PinFolder } from '../../src/disclose/pin-folder.ts';
import { acceptChangedPins } from '../../src/disclose/pin-store.ts';
import { serverIdentity } from '../../src/config/server-identity.ts';
import type { Agent, Stage } from './stage.ts';
import { COMBINATIONS, DESTROYS, QUIET, READS, decisionOf, policyOf, stage, textOf, tool } from './stage.ts';

const CHANGED = '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}';

const lists = async (on: Stage, ...tools: readonly JsonObject[]): Promise<void> => {
  const before = on
    .oracle()
    .received()
    .filter(({ method }) => method === 'tools/list').length;
  on.oracle().says({ tools: [...tools] });
  await on.oracle().sends(CHANGED);
  await expect
    .poll(
      () =>
        on
          .oracle()
          .received()
          .filter(({ method }) => method === 'tools/list').length,
    )
    .toBeGreaterThan(before);
};

/** Destroys, and nothing private or strange comes back. */
const CLEAN: JsonObject = { ...DESTROYS, sensitiveDataHint: false, unsafeOutputHint: false };

const untilDrift = async (on: Stage): Promise<void> => {
  await expect
    .poll(() => on.at.gateway.catalogue.diagnoses.map(({ code }) => code), { timeout: 5000 })
    .toContain('DRIFT');
};

/** Reading asks too, so that an approval can be pending for a tool that only reads. */
const asking = policyOf(
  '  - id: asks\n    when: tool.mutates == no\n    then: confirm\n    reason: everything asks\n',
);

describe.each(COMBINATIONS)(
  'a tool of a $behind server that turns from reading to destroying, before a $before client',
  ({ before, behind }) => {
    const start = async (): Promise<{ on: Stage; agent: Agent }> => {
      const on = await stage({ behind, says: { tools: [tool('look', QUIET)] }, policy: asking });
      return { on, agent: await on.agent(before) };
    };
    const destroying = async (on: Stage): Promise<void> => {
      await lists(on, tool('look', DESTROYS));
      await expect
        .poll(async () => (await on.alerts()).join('\n'), { timeout: 5000 })
        .toMatch(/REPINNED .*look/);
    };

    it('voids an approval that is pending: the yes to the old one lets nothing out, and it is asked about anew', async () => {
      const { on, agent } = await start();
      const waiting = agent.call('look', { n: 1 });
      const [held] = await on.untilHeld();
      const call = held?.id ?? '';
      const { binding } = (await on.at.gateway.gate.desk.question(call)) ?? { binding: '' };
      await destroying(on);
      await on.vote(call, 'approve', { binding });
      const answered = await waiting;
      expect(answered.result).toMatchObject({ isError: true });
      expect(on.oracle().calls()).toEqual([]);
      const again = agent.call('look', { n: 1 });
      const [next] = await on.untilHeld();
      expect(next?.id).not.toBe(call);
      await on.vote(next?.id ?? '');
      expect(textOf(await again)).toContain('look');
      expect(on.oracle().calls()).toHaveLength(1);
    });

    it('voids a grant: the next call asks', async () => {
      const { on, agent } = await start();
      const first = agent.call('look', { n: 1 });
      const [held] = await on.untilHeld();
      const { grant } = await on.vote(held?.id ?? '', 'approve', {
        grant: { kind: 'session', uses: 10, endsInMs: 3_600_000 },
      });
      expect(grant).toBeDefined();
      await first;
      expect(textOf(await agent.call('look', { n: 2 }))).toContain('look');
      await destroying(on);
      const after = agent.call('look', { n: 3 });
      const [again] = await on.untilHeld();
      await on.vote(again?.id ?? '', 'refuse');
      expect((await after).result).toMatchObject({ isError: true });
      expect(on.oracle().calls()).toHaveLength(2);
    });
  },
);

describe.each(COMBINATIONS)(
  'a tool of a $behind server that claims less than before, before a $before client',
  ({ before, behind }) => {
    it('is blocked, the operator is told once, and accepting it makes it callable again', async () => {
      const on = await stage({ behind, says: { tools: [tool('look', CLEAN)] } });
      const agent = await on.agent(before);
      await lists(on, tool('look', QUIET));
      await untilDrift(on);
      expect(decisionOf(await agent.call('look', { n: 1 }))).toMatchObject({ outcome: 'blocked' });
      expect((await agent.tools())[0]?.['annotations']).toEqual(CLEAN);
      await lists(on, tool('look', QUIET));
      await agent.call('look', { n: 1 });
      const told = (await on.alerts()).filter((each) => each.startsWith('DRIFT'));
      expect(told).toHaveLength(1);
      expect(told[0]).toContain('look');
      expect(on.oracle().calls()).toEqual([]);
      expect(on.at.gateway.catalogue.accept('notes', new Set(['look']))).toHaveLength(1);
      expect((await agent.tools())[0]?.['annotations']).toEqual(QUIET);
      expect(textOf(await agent.call('look', { n: 2 }))).toContain('look');
    });

    it('voids approvals and grants for the old one, also after it was accepted', async () => {
      const on = await stage({ behind, says: { tools: [tool('look', CLEAN)] }, policy: asking });
      const agent = await on.agent(before);
      const first = agent.call('look', { n: 1 });
      const [held] = await on.untilHeld();
      await on.vote(held?.id ?? '', 'approve', { grant: { kind: 'session', uses: 10, endsInMs: 3_600_000 } });
      await first;
      const covered = await agent.call('look', { n: 2 });
      const out = on.oracle().calls().length;
      expect(textOf(covered)).toContain('look');
      expect(out).toBe(2);
      await lists(on, tool('look', QUIET));
      await untilDrift(on);
      expect(decisionOf(await agent.call('look', { n: 3 })).outcome).toBe('blocked');
      on.at.gateway.catalogue.accept('notes');
      const after = agent.call('look', { n: 4 });
      const [again] = await on.untilHeld();
      await on.vote(again?.id ?? '', 'refuse');
      expect((await after).result).toMatchObject({ isError: true });
      expect(on.oracle().calls()).toHaveLength(out);
    });
  },
);

describe('no change at all', () => {
  it.each<[string, JsonObject]>([
    ['reordered keys', Object.fromEntries(Object.entries(tool('look', READS)).toReversed()) as JsonObject],
    ['a stricter hint', tool('look', { ...READS, sensitiveDataHint: true })],
  ])('%s: still callable, nobody is told of drift', async (_, later) => {
    const on = await stage({ says: { tools: [tool('look', READS)] } });
    const agent = await on.agent('legacy');
    await lists(on, later);
    expect(textOf(await agent.call('look', { n: 1 }))).toContain('look');
    expect((await on.alerts()).filter((each) => each.startsWith('DRIFT'))).toEqual([]);
  });

  it('a reconnect: pins, approvals and lists stay', async () => {
    const tools = [tool('look', QUIET), tool('delete_note', CLEAN)];
    const on = await stage({ says: { tools }, waitMs: 100 });
    const agent = await on.agent('legacy');
    expect(decisionOf(await agent.call('delete_note', { id: '1' })).outcome).toBe('held');
    const [held] = await on.held();
    await on.oracle().sends('exit');
    await expect.poll(() => on.at.gateway.catalogue.diagnoses).toEqual([]);
    await on.vote(held?.id ?? '');
    await expect
      .poll(async () => textOf(await agent.call('look', { id: 'x' })), {
        timeout: 10_000,
        interval: 200,
      })
      .toContain('look');
    expect(textOf(await agent.call('delete_note', { id: '1' }))).toContain('delete_note');
    expect((await on.alerts()).filter((each) => each.startsWith('DRIFT'))).toEqual([]);
  });
});

it('a drifted tool that goes back to what it was is callable again', async () => {
  const on = await stage({ says: { tools: [tool('look', READS)] } });
  const agent = await on.agent('modern');
  await lists(on, tool('look', READS, { description: 'Something else' }));
  await untilDrift(on);
  expect(decisionOf(await agent.call('look', { n: 1 })).outcome).toBe('blocked');
  await lists(on, tool('look', READS));
  await expect.poll(async () => textOf(await agent.call('look', { n: Math.random() }))).toContain('look');
});

it('what another process accepted counts when the lists are read again', async () => {
  const on = await stage({ says: { tools: [tool('look', READS)] } });
  const agent = await on.agent('legacy');
  await lists(on, tool('look', READS, { description: 'Something else' }));
  await untilDrift(on);
  const reach = on.configs[0]?.reach;
  const identity = reach === undefined ? '' : serverIdentity(reach);
  expect(acceptChangedPins(new PinFolder(join(on.at.folder, 'pins')), 'notes', identity)).toHaveLength(1);
  await on.oracle().sends(CHANGED);
  await expect.poll(async () => textOf(await agent.call('look', { n: Math.random() }))).toContain('look');
});
