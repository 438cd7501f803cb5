import { expect, it } from 'vitest';
import { SerialCache } from './serial-cache.ts';

const opened = () => {
  let now = 0;
  let running = 0;
  let most = 0;
  const begun: string[] = [];
  const remembered = new SerialCache<string>({ now: () => now });
  const ask = (key: string): Promise<string> =>
    remembered.of(key, async () => {
      running += 1;
      most = Math.max(most, running);
      begun.push(key);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (key === 'bad') throw new Error('it failed');
      return `${key} ${begun.length}`;
    });
  return {
    ask,
    begun,
    most: () => most,
    forward: (ms: number) => {
      now += ms;
    },
  };
};

it('is made one after the other, and the same once for all who ask', async () => {
  const { ask, begun, most } = opened();
  const asked = await Promise.all(['a', 'a', 'b', 'a', 'b'].map(ask));
  expect(asked).toEqual(['a 1', 'a 1', 'b 2', 'a 1', 'b 2']);
  expect(begun).toEqual(['a', 'b']);
  expect(most()).toBe(1);
});

it('is good for a few seconds', async () => {
  const { ask, begun, forward } = opened();
  await ask('a');
  forward(4999);
  await ask('a');
  expect(begun).toEqual(['a']);
  forward(1);
  await ask('a');
  expect(begun).toEqual(['a', 'a']);
});

it('is made again where it failed, and holds up nobody', async () => {
  const { ask, begun } = opened();
  const [bad, good] = await Promise.allSettled([ask('bad'), ask('a')]);
  expect([bad.status, good.status]).toEqual(['rejected', 'fulfilled']);
  await expect(ask('bad')).rejects.toThrow('it failed');
  expect(begun).toEqual(['bad', 'a', 'bad']);
});
