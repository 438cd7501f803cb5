import { afterEach } from 'vitest';
import type { Arena, ArenaOptions, UpstreamKind } from './arena.ts';
import { UPSTREAM_KINDS, arena } from './arena.ts';

/** Throws what must not have been. */
export const expectNoFaults = (faults: readonly string[]): void => {
  if (faults.length > 0) throw new Error(`what must not be:\n${faults.slice(0, 20).join('\n')}`);
};

export interface ArenaOpener {
  (behind?: UpstreamKind | number, options?: ArenaOptions): Promise<Arena>;
}

/** Opens an arena for one test, and judges it when the test is over. */
export const createArenaOpener = (): ArenaOpener => {
  const open: Arena[] = [];
  afterEach(async () => {
    for (const place of open.splice(0)) expectNoFaults(await place.close());
  });
  return async (behind = 0, options = {}) => {
    const chosen = typeof behind === 'number' ? UPSTREAM_KINDS[behind] : behind;
    if (chosen === undefined) throw new Error('there is no such kind of server');
    const place = await arena(chosen, options);
    open.push(place);
    return place;
  };
};
