import { MemorySharedState } from '@callgate/gate/store';
import { virtualClock } from '@callgate/gate/testing';
import { expect, it } from 'vitest';
import { ConfigSkewDetector } from './config-skew-detector.ts';

interface SkewProcess {
  readonly facts: Map<string, string>;
  readonly told: string[];
  readonly detector: ConfigSkewDetector;
}

const clock = virtualClock(1_000_000);

const processes = (...all: readonly Readonly<Record<string, string>>[]): readonly SkewProcess[] => {
  const board = new MemorySharedState(clock);
  return all.map((given) => {
    const facts = new Map(Object.entries(given));
    const told: string[] = [];
    const differ = (names: readonly string[]): void => void told.push(...names);
    return {
      facts,
      told,
      detector: new ConfigSkewDetector({ board, clock, fingerprint: () => facts, differ }),
    };
  });
};

/** Each of them looks once a minute. */
const minutes = async (count: number): Promise<void> => {
  for (let minute = 0; minute < count; minute += 1) {
    clock.advance(60_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
};

it('what processes go by differently is told by each of them, once', async () => {
  const both = processes({ policy: 'a', people: 'p' }, { policy: 'b', people: 'p' });
  await minutes(20);
  expect(both.map(({ told }) => told)).toEqual([['policy'], ['policy']]);
});

it('what is detector after a moment is not told', async () => {
  const both = processes({ policy: 'a' }, { policy: 'a' });
  await minutes(5);
  both[0]?.facts.set('policy', 'b');
  await minutes(2);
  both[1]?.facts.set('policy', 'b');
  await minutes(10);
  expect(both.map(({ told }) => told)).toEqual([[], []]);
});

it('what only one of them has is no difference, and neither is what one had that is gone', async () => {
  const both = processes({ notes: 'a' }, { mail: 'b' });
  await minutes(10);
  const [one, other] = processes({ notes: 'a' }, { notes: 'b' });
  if (one === undefined || other === undefined) throw new Error('there are two');
  await minutes(2);
  other.detector.close();
  await minutes(10);
  expect([...both, one].flatMap(({ told }) => told)).toEqual([]);
});
