import { describe, expect, it, vi } from 'vitest';
import type { SharedState } from '../../src/store/board/shared-state.ts';
import type { VirtualClock } from './virtual-clock.ts';
import { virtualClock } from './virtual-clock.ts';

export interface SharedStateUnderTest {
  /** Two who have the same board open; one twice where it is that of one process. */
  open(clock: VirtualClock): Promise<readonly [SharedState, SharedState]>;
}

/** What every board does. */
export const sharedStateSuite = (name: string, { open }: SharedStateUnderTest): void => {
  const start = async (): Promise<{ one: SharedState; other: SharedState; clock: VirtualClock }> => {
    const clock = virtualClock(1_000_000);
    const [one, other] = await open(clock);
    return { one, other, clock };
  };

  describe(`${name}:`, () => {
    it('gives back what was put, to everybody, until its time is over', async () => {
      const { one, other, clock } = await start();
      await one.put('task', 'a', 'text\0 with ü', { lifeMs: 1000 });
      expect((await other.get('task', 'a'))?.text).toBe('text\0 with ü');
      expect(await other.get('sign-in', 'a')).toBeUndefined();
      expect(await other.get('task', 'b')).toBeUndefined();
      clock.advance(999);
      expect(await other.get('task', 'a')).toBeDefined();
      clock.advance(1);
      expect(await other.get('task', 'a')).toBeUndefined();
      expect(await other.take('task', 'a')).toBeUndefined();
    });

    it('has the last that was put, with a higher version', async () => {
      const { one, other } = await start();
      await one.put('task', 'a', 'first', { lifeMs: 1000 });
      const first = await other.get('task', 'a');
      await other.put('task', 'a', 'second', { lifeMs: 1000 });
      const second = await one.get('task', 'a');
      expect(second?.text).toBe('second');
      expect(second?.version).toBeGreaterThan(first?.version ?? Number.NaN);
    });

    it('replaces only the version that was seen', async () => {
      const { one, other, clock } = await start();
      await one.put('task', 'a', 'first', { lifeMs: 1000, owner: 'me' });
      const { version } = (await one.get('task', 'a')) ?? { version: Number.NaN };
      const won = await Promise.all([
        one.replace('task', 'a', version, 'by one', 5000),
        other.replace('task', 'a', version, 'by other', 5000),
      ]);
      expect(won.filter(Boolean)).toHaveLength(1);
      clock.advance(2000);
      expect((await one.list('task', 'me')).map(({ text }) => text)).toEqual([
        won[0] ? 'by one' : 'by other',
      ]);
      clock.advance(4000);
      const now = await one.get('task', 'a');
      expect(now).toBeUndefined();
      expect(await one.replace('task', 'nothing', 1, 'x', 1000)).toBe(false);
    });

    it('does not revive what is over or was taken', async () => {
      const { one, other, clock } = await start();
      await one.put('task', 'a', 'x', { lifeMs: 1000 });
      const a = (await one.get('task', 'a'))?.version ?? Number.NaN;
      await other.take('task', 'a');
      expect(await one.replace('task', 'a', a, 'y', 1000)).toBe(false);
      await one.put('task', 'b', 'x', { lifeMs: 1000 });
      const b = (await one.get('task', 'b'))?.version ?? Number.NaN;
      clock.advance(1000);
      expect(await one.replace('task', 'b', b, 'y', 1000)).toBe(false);
    });

    it('is taken by one of all who take it, and can be put again', async () => {
      const { one, other } = await start();
      await one.put('sign-in-link', 'a', 'once', { lifeMs: 1000 });
      const got = await Promise.all(
        Array.from({ length: 8 }, (_, at) => (at % 2 === 0 ? one : other).take('sign-in-link', 'a')),
      );
      expect(got.flatMap((note) => note?.text ?? [])).toEqual(['once']);
      expect(await one.get('sign-in-link', 'a')).toBeUndefined();
      await one.put('sign-in-link', 'a', 'again', { lifeMs: 1000 });
      expect((await other.take('sign-in-link', 'a'))?.text).toBe('again');
    });

    it('lists what an owner has, and nothing that is over, taken or of others', async () => {
      const { one, other, clock } = await start();
      await one.put('task', 'over', '0', { lifeMs: 10, owner: 'me' });
      clock.advance(10);
      await one.put('task', 'c', '3', { lifeMs: 1000, owner: 'me' });
      await other.put('task', 'a', '1', { lifeMs: 1000, owner: 'me' });
      await one.put('task', 'b', '2', { lifeMs: 1000, owner: 'you' });
      await one.put('task', 'd', '4', { lifeMs: 1000 });
      await one.put('task', 'e', '5', { lifeMs: 1000, owner: 'me' });
      await other.take('task', 'e');
      await one.put('client', 'f', '6', { lifeMs: 1000, owner: 'me' });
      expect((await other.list('task', 'me')).map(({ name: each, text }) => [each, text])).toEqual([
        ['a', '1'],
        ['c', '3'],
      ]);
    });

    it('tells every change of a kind to whoever listens, whoever made it', async () => {
      const { one, other } = await start();
      const told: string[] = [];
      const end = one.onChange('task', (each) => told.push(each));
      await one.put('task', 'own', 'x', { lifeMs: 1000 });
      await other.put('task', 'others', 'x', { lifeMs: 1000 });
      await other.put('client', 'kind', 'x', { lifeMs: 1000 });
      await vi.waitUntil(() => told.includes('own') && told.includes('others'), 10_000);
      told.length = 0;
      await other.take('task', 'own');
      await vi.waitUntil(() => told.includes('own'), 10_000);
      expect(told).not.toContain('kind');
      end();
      await other.put('task', 'after', 'x', { lifeMs: 1000 });
      expect(await one.get('task', 'after')).toBeDefined();
      expect(told).not.toContain('after');
    });
  });
};
