import { randomBytes } from 'node:crypto';
import { loadPolicy } from '@callgate/policy';
import { expect, it, onTestFinished } from 'vitest';
import type { Gateway, LogEntry } from '@callgate/gateway';
import { holdRows } from '../../cluster/test/hold-rows.ts';
import { queryDatabase } from '../../cluster/test/query-database.ts';
import { LOCKS, lockNumber } from '../../cluster/src/store/locks.ts';
import { ViolationFile } from '@callgate/gateway/tools';
import { READS, tool } from '../../gateway/test/behaviour/stage.ts';
import type { PairedGateway } from '../../gateway/test/several/gateway-pair.ts';
import { WITHIN_MS, openGatewayPair } from '../../gateway/test/several/gateway-pair.ts';
import { loadLayeredPolicy } from '../src/home/layered-policy.ts';
import { readPolicyFile } from '../src/home/policy-file.ts';
import type { PolicyFollower } from '../src/serve/follow-policy-file.ts';
import { followPolicyFile } from '../src/serve/follow-policy-file.ts';

const CONFIG = '/etc/callgate/callgate.yaml';
const CONFIGURED = loadLayeredPolicy(['balanced']);
const BLOCKS = [{ name: 'blocks', text: 'rules:\n  - {id: nothing, then: block, reason: Nothing runs}\n' }];

const blocking = (): ReturnType<typeof loadLayeredPolicy>['policy'] => {
  const loaded = loadPolicy(BLOCKS);
  if (!loaded.ok) throw new Error('not a policy');
  return loaded.policy;
};

interface Follower extends PairedGateway {
  readonly policies: PolicyFollower;
  readonly log: readonly LogEntry[];
  activate(by: string): Promise<void>;
  restore(): Promise<void>;
  isBlocked(): Promise<boolean>;
}

const follow = ({ gateway, client }: PairedGateway): Follower => {
  const log: LogEntry[] = [];
  const policies = followPolicyFile({
    home: { folder: '/nowhere' },
    shared: gateway.folder,
    config: CONFIG,
    configured: () => CONFIGURED,
    gateway,
    log: (entry) => log.push(entry),
  });
  onTestFinished(() => policies.close());
  const base = (): string => gateway.gate.policy.revision;
  return {
    gateway,
    client,
    policies,
    log,
    activate: (by) => policies.activate(BLOCKS, blocking(), by, 'test', base()),
    restore: () => policies.restore('bob', 'enough', { base: base(), target: CONFIGURED.policy.revision }),
    isBlocked: async () => {
      const { error, result } = await client.call('notes__read');
      return error !== undefined || result?.['isError'] === true;
    },
  };
};

const openPair = async (): Promise<readonly [Follower, Follower]> => {
  const { processes } = await openGatewayPair({ tools: [tool('read', READS)] }, {}, { isApart: true });
  const [one, other] = processes;
  return [follow(one), follow(other)];
};

/** Rows that a person signed for. */
const activations = async ({ gate }: Gateway): Promise<number> =>
  (await gate.desk.read.rows(1, 1000)).filter(({ bytes }) =>
    Buffer.from(bytes).toString().includes('"restored":'),
  ).length;

it(
  'a policy activated at one replica decides the very next call at another, and one restored does',
  async () => {
    const [one, other] = await openPair();
    expect(await other.isBlocked()).toBe(false);
    for (let round = 0; round < 3; round += 1) {
      await one.activate('ann');
      expect(await other.isBlocked()).toBe(true);
      expect(other.policies.activated).toMatchObject({ by: 'ann' });
      await one.restore();
      expect(await other.isBlocked()).toBe(false);
    }
    await expect
      .poll(() => other.log.filter(({ code }) => code === 'POLICY_CHANGED').length, {
        timeout: WITHIN_MS / 2,
      })
      .toBeGreaterThan(0);
    expect(await activations(one.gateway)).toBe(6);
  },
  2 * WITHIN_MS,
);

it(
  'of two that activate at once on what both compared, one is told to compare again',
  async () => {
    const [one, other] = await openPair();
    const results = await Promise.allSettled([one.activate('ann'), other.activate('bob')]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = results.find((each) => each.status === 'rejected');
    expect(refused?.reason).toMatchObject({ code: 'POLICY_CHANGED' });
    const winner = results[0]?.status === 'fulfilled' ? 'ann' : 'bob';
    expect(await other.isBlocked()).toBe(true);
    await expect
      .poll(() => [one, other].map(({ policies }) => policies.activated?.by), { timeout: WITHIN_MS / 2 })
      .toEqual([winner, winner]);
  },
  2 * WITHIN_MS,
);

it(
  'where what was activated cannot be used by a replica, nothing runs there until it can',
  async () => {
    const [one, other] = await openPair();
    await one.activate('ann');
    const [name = ''] = one.gateway.folder.folder('policies').names();
    const file = one.gateway.folder.folder('policies').file(name);
    const { text } = file.read();
    await one.gateway.folder.together(() => file.change(() => `{"not":"${randomBytes(4).toString('hex')}"}`));
    expect(await Promise.all([one.isBlocked(), other.isBlocked()])).toEqual([true, true]);
    expect(other.gateway.gate.policy.rules.map(({ id }) => id)).toEqual(['policy-unusable']);
    expect(() => readPolicyFile(other.gateway.folder, CONFIG)).toThrow(/damaged|cannot|not/i);
    await one.gateway.folder.together(() => file.change(() => text));
    expect(await other.isBlocked()).toBe(true);
    expect(other.gateway.gate.policy.rules.map(({ id }) => id)).not.toContain('policy-unusable');
    await one.restore();
    expect(await other.isBlocked()).toBe(false);
  },
  2 * WITHIN_MS,
);

/** The next write of settings fails, and is tried again a second later. */
const failNextSave = async ({ gateway }: Follower, work: () => void): Promise<void> => {
  const url = gateway.config().store.path;
  const lock = lockNumber(new URL(url).searchParams.get('schema') ?? '', LOCKS.settings);
  const release = await holdRows(url, `SELECT pg_advisory_xact_lock(${lock})`);
  work();
  const waits = `FROM pg_stat_activity WHERE application_name LIKE 'callgate %' AND wait_event = 'advisory'`;
  await expect
    .poll(() => queryDatabase(url, `SELECT pid ${waits}`), { timeout: WITHIN_MS / 2 })
    .toHaveLength(1);
  await queryDatabase(url, `SELECT pg_terminate_backend(pid) ${waits}`);
  await expect.poll(() => queryDatabase(url, `SELECT pid ${waits}`)).toHaveLength(0);
  await release();
};

it(
  'what a tool did against its claims is written before a result is released, and before a gateway is closed',
  async () => {
    const [one, other] = await openPair();
    const url = one.gateway.config().store.path;
    const written = async (): Promise<number> =>
      (await queryDatabase(url, "SELECT 1 FROM settings WHERE name = 'violations'")).length;
    const note = (what: string): void =>
      void one.gateway.catalogue.noteViolation('notes', {
        tool: null,
        hint: what === 'wrote' ? { name: 'readOnly', value: 'no' } : { name: 'openWorld', value: 'yes' },
        what,
      });
    await failNextSave(one, () => note('wrote'));
    expect(await written()).toBe(0);
    await one.isBlocked();
    expect(await written()).toBe(1);
    await failNextSave(one, () => note('connected'));
    await one.gateway.close();
    await other.isBlocked();
    expect(new ViolationFile(other.gateway.folder).list('notes').map(({ what }) => what)).toEqual([
      'wrote',
      'connected',
    ]);
  },
  2 * WITHIN_MS,
);
