import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { sampleAlert } from './samples.ts';
import type { PlaceFixture } from './under-test.ts';

export const changeTests = (at: PlaceFixture): void => {
  it(
    'are told to whoever listens, whoever made them',
    at(async (desks) => {
      const [one, other] = await desks.openTwo();
      let heard = 0;
      one.onChange(() => {
        heard += 1;
      });
      await one.transact((tx) => tx.addAlert(sampleAlert()));
      await vi.waitFor(() => expect(heard).toBeGreaterThan(0));
      const before = heard;
      await other.transact((tx) => tx.addAlert(sampleAlert()));
      await vi.waitFor(() => expect(heard).toBeGreaterThan(before), { timeout: 5000 });
      const child = desks.child('append', '1');
      await child.ended();
      const others = heard;
      const last = desks.child('append', '1');
      await vi.waitFor(() => expect(heard).toBeGreaterThan(others), { timeout: 10_000 });
      await last.ended();
    }),
  );

  it(
    'are not told to somebody who no longer listens, and no look is taken for one',
    at(async (desks) => {
      const store = await desks.open();
      const heard: string[] = [];
      const stop = store.onChange(() => heard.push('first'));
      const heardTwice = store.onChange(() => heard.push('second'));
      stop();
      stop();
      const look = store.transact((tx) => tx.head());
      await look;
      await store.transact((tx) => tx.head());
      await pause(300);
      expect(heard).toEqual([]);
      await store.transact((tx) => tx.addAlert(sampleAlert()));
      await vi.waitFor(() => expect(heard).toContain('second'));
      heardTwice();
      expect(heard).not.toContain('first');
    }),
  );
};
