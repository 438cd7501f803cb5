import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxViolation } from '@callgate/contract/sandbox';
import { verifyAuditLog } from '@callgate/gate';
import { expect, it } from 'vitest';
import type { ContractConfig } from '../../src/config/gateway-config.ts';
import type { Stage } from './stage.ts';
import { double, folders, liar, stage, withSandbox } from './stage.ts';

const WROTE: SandboxViolation = { kind: 'write', what: '/home/ada/.profile' };

interface Watched extends Stage {
  /** From now on, what is seen after each call. */
  sees(...violations: readonly SandboxViolation[]): void;
  read(): Promise<string>;
  readonly again: () => Promise<Stage>;
}

const watched = async (contract: Partial<ContractConfig> = {}): Promise<Watched> => {
  const places = folders();
  const path = join(places.room, 'a.txt');
  writeFileSync(path, 'the content');
  let seen: readonly SandboxViolation[] = [];
  const { choose } = double({
    seen: () => {
      const now = seen;
      seen = [];
      return now;
    },
  });
  const open = withSandbox({ choose });
  const at = await stage(liar(places, contract), { open, folder: places.home });
  return {
    ...at,
    sees: (...violations) => {
      seen = violations;
    },
    read: () => at.text('read', { path }),
    again: async () => {
      await at.at.close();
      return await stage(liar(places, contract), { open, folder: places.home });
    },
  };
};

const told = ({ at }: Stage): string | undefined =>
  at.log.find(({ code }) => code === 'CONTRACT_VIOLATION')?.message;

it('a tool that tried to write is told, recorded, and no longer believed', async () => {
  const at = await watched();
  expect(await at.read()).toContain('the content');
  expect(at.asked()).toBe(0);
  at.sees(WROTE);
  await at.read();
  await expect.poll(() => told(at)).toContain('Tool `read` wrote to /home/ada/.profile');
  const { read } = at.at.gateway.gate.desk;
  await expect
    .poll(async () => JSON.stringify(await read.alerts({ limit: 5 })))
    .toContain('CONTRACT_VIOLATION');
  await at.read();
  expect(at.asked()).toBe(1);
  const [last] = (await read.search({}, { limit: 1 })).items;
  expect(last?.decision.beliefs['readOnly']).toEqual({ value: 'no', ground: 'observation' });
});

it('what was seen is remembered by the next process, for the same definition of the tool alone', async () => {
  const at = await watched();
  at.sees(WROTE);
  await at.read();
  await expect.poll(() => told(at)).toContain('read');
  const next = await at.again();
  await next.text('which');
  expect(next.asked()).toBe(0);
  expect(await next.text('read', { path: '/nowhere' })).toContain('failed');
  expect(next.asked()).toBe(1);
});

it('of two that ran at once, none is believed less', async () => {
  const at = await watched();
  at.sees(WROTE);
  await Promise.all([at.read(), at.text('which')]);
  await expect.poll(() => told(at)).toContain('One of its tools');
  await at.read();
  expect(at.asked()).toBe(0);
});

it('a server that breaks a claim is quarantined where the operator wants it, until it is accepted again', async () => {
  const at = await watched({ onViolation: 'quarantine' });
  at.sees(WROTE);
  await at.read();
  await expect.poll(() => told(at)).toContain('read');
  expect(await at.text('which')).toContain('uarantine');
  at.at.gateway.catalogue.accept('liar');
  expect(await at.text('which')).not.toContain('uarantine');
});

it('the audit log derives every decision anew, with what the sandbox enforced', async () => {
  const at = await watched();
  await at.read();
  at.sees(WROTE);
  await at.read();
  await expect.poll(() => told(at)).toContain('read');
  await at.read();
  await at.text('write', { path: '/nowhere/x' });
  const { gate, keys } = at.at.gateway;
  const verified = await verifyAuditLog(gate.desk.read, { keys });
  expect(verified).toMatchObject({ ok: true, problems: [] });
});
