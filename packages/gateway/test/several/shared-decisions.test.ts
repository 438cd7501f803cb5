import { expect, it } from 'vitest';
import type { ToolChange } from '../../src/disclose/tool-change.ts';
import { changeTool } from '../../src/disclose/tool-change.ts';
import { acceptDefinition, PinFolder } from '../../src/tools-index.ts';
import { READS, tool } from '../behaviour/stage.ts';
import type { PairedGateway } from './gateway-pair.ts';
import { WITHIN_MS, openGatewayPair } from './gateway-pair.ts';

const SAYS = { tools: [tool('read', READS)] };

const CHANGED = { tools: [{ ...tool('read', READS), description: 'Now it does something else.' }] };

type Wanted = ToolChange extends infer C ? (C extends ToolChange ? Omit<C, keyof typeof WHO> : never) : never;

const WHO = { by: 'ann', at: 1, reason: 'test' };

const identityOf = ({ gateway }: PairedGateway): string => gateway.catalogue.identity('notes') ?? '';

const change = (at: PairedGateway, wanted: Wanted, accept?: () => void): Promise<void> =>
  changeTool(
    {
      book: at.gateway.operator,
      record: (act) => at.gateway.gate.acted(act),
      ...(accept === undefined ? {} : { accept }),
    },
    { ...wanted, ...WHO } as ToolChange,
  );

const about = (at: PairedGateway): { server: string; identity: string; tool: string } => ({
  server: 'notes',
  identity: identityOf(at),
  tool: 'read',
});

const isBlocked = async ({ client }: PairedGateway): Promise<boolean> => {
  const { error, result } = await client.call('notes__read');
  return error !== undefined || result?.['isError'] === true;
};

it(
  'a tool disabled at one replica is blocked with the very next call at another, which is busy with calls',
  async () => {
    const { processes, oracles } = await openGatewayPair(SAYS, {}, { isApart: true });
    const [one, other] = processes;
    expect(await isBlocked(other)).toBe(false);
    for (let round = 0; round < 5; round += 1) {
      const before = Array.from({ length: 4 }, () => other.client.call('notes__read'));
      await change(one, { change: 'disable', ...about(one) });
      const sent = oracles.notes.calls().length;
      const next = Array.from({ length: 3 }, () => isBlocked(other));
      expect(await Promise.all(next)).toEqual([true, true, true]);
      await Promise.all(before);
      expect(oracles.notes.calls().length - sent).toBeLessThanOrEqual(before.length);
      await change(one, { change: 'enable', ...about(one) });
      await expect.poll(() => isBlocked(other), { timeout: WITHIN_MS / 2 }).toBe(false);
    }
  },
  2 * WITHIN_MS,
);

it(
  'what one replica pinned is pinned for another, and so is what a person accepted',
  async () => {
    const { processes } = await openGatewayPair(SAYS, {}, { isApart: true, saysLater: CHANGED });
    const [one, other] = processes;
    const isQuarantined = (): boolean =>
      other.gateway.catalogue.find('tool', 'notes', 'read')?.tool.quarantine !== null;
    expect(isQuarantined()).toBe(true);
    expect(await isBlocked(other)).toBe(true);
    const pins = new PinFolder(one.gateway.folder.folder('pins'));
    const digest = (): string | undefined =>
      pins.read('notes', identityOf(one)).get('tool read')?.changed?.digest;
    await expect.poll(digest, { timeout: WITHIN_MS / 2 }).toBeDefined();
    const definition = digest() ?? '';
    await change(one, { change: 'accept', ...about(one), definition }, () => {
      acceptDefinition(pins, 'notes', identityOf(one), { kind: 'tool', name: 'read', digest: definition });
    });
    expect(await isBlocked(other)).toBe(false);
    expect(isQuarantined()).toBe(false);
  },
  2 * WITHIN_MS,
);

it(
  'a change that ends half-way is in force nowhere, though it was recorded',
  async () => {
    const { processes } = await openGatewayPair(SAYS, {}, { isApart: true });
    const [one, other] = processes;
    const failing = changeTool(
      {
        book: {
          ...one.gateway.operator,
          read: () => one.gateway.operator.read(),
          change: (make) => one.gateway.operator.change(make),
          together: async (work) => {
            await one.gateway.operator.together(() => {
              work();
              throw new Error('killed half-way');
            });
          },
        },
        record: (act) => one.gateway.gate.acted(act),
      },
      { change: 'disable', ...about(one), ...WHO },
    );
    await expect(failing).rejects.toThrow('half-way');
    expect(await Promise.all([isBlocked(one), isBlocked(other)])).toEqual([false, false]);
    expect(one.gateway.operator.read()).toEqual([]);
  },
  2 * WITHIN_MS,
);
