import { virtualClock } from '@callgate/gate/testing';
import { expect, it } from 'vitest';
import type { ServerInventory } from '../../src/disclose/server-inventory.ts';
import type { Gateway } from '../../src/gateway.ts';
import { makeConfigFingerprint, describeDifference } from '../../../cluster/src/config-fingerprint.ts';
import { READS, policyOf, tool } from '../behaviour/stage.ts';
import { WITHIN_MS, openGatewayPair } from './gateway-pair.ts';

const RULE = '  - id: x\n    when: tool.mutates == yes\n    then: confirm\n    reason: y\n';

type Facts = ReadonlyMap<string, string>;

const factsOf = (gateway: Gateway, stock: readonly ServerInventory[] = gateway.catalogue.stock()): Facts =>
  makeConfigFingerprint({ policy: gateway.gate.policy.revision, people: gateway.config().people, stock });

const differences = (one: Facts, other: Facts): readonly string[] =>
  [...one]
    .filter(([name, value]) => other.get(name) !== value)
    .map(([name]) => describeDifference(name))
    .map(({ server, message }) => `${server}: ${message.replace(/^.* uses |:.*$/g, '')}`);

it(
  'processes with the same folder and configuration go by the same, and what one of them changes is seen',
  async () => {
    const { processes } = await openGatewayPair({ tools: [tool('read', READS)] });
    const [{ gateway: one }, { gateway: other }] = processes;
    expect(factsOf(one).size).toBe(8);
    expect(differences(factsOf(one), factsOf(other))).toEqual([]);

    const stock = one.catalogue.stock();
    const apart = stock.map((each) => ({
      ...each,
      tools: each.tools.map((of) => ({ ...of, quarantine: each.server === 'notes' ? 'it changed' : null })),
    }));
    expect(differences(factsOf(one, apart), factsOf(other))).toEqual([
      'notes: other tool definitions, or other disabled or quarantined tools',
    ]);

    const config = one.config();
    await one.reload(
      {
        ...config,
        people: { ...config.people, selfApproval: false },
        servers: config.servers.map((each) => ({
          ...each,
          trust: each.server === 'mail' ? 'untrusted' : each.trust,
        })),
      },
      policyOf(RULE),
    );
    expect(differences(factsOf(one), factsOf(other))).toEqual([
      'mail: another policy',
      'mail: other approvers',
      'mail: another trust level for this server',
      'notes: another policy',
      'notes: other approvers',
    ]);
  },
  WITHIN_MS,
);

it(
  'the operator is told of a process that goes by another policy',
  async () => {
    const clock = virtualClock(Date.now());
    const { processes } = await openGatewayPair(
      { tools: [tool('read', READS)] },
      {},
      { clock, policy: policyOf(RULE) },
    );
    const [{ gateway: one }] = processes;
    const told = async (): Promise<readonly string[]> =>
      (await one.gate.desk.read.alerts({ limit: 100 })).items
        .filter(({ code }) => code === 'PROCESSES_DIFFER')
        .map(({ message }) => message);
    await expect
      .poll(
        async () => {
          clock.advance(60_000);
          return (await told()).toSorted().map((message) => message.replace(/:[^:]*$/, ''));
        },
        { timeout: 30_000, interval: 100 },
      )
      .toEqual(
        ['mail', 'notes'].map((server) => `${server}: another process on this store uses another policy`),
      );
  },
  WITHIN_MS,
);
