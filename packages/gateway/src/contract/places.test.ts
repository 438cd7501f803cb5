import { describe, expect, it } from 'vitest';
import type { PlacesOptions } from './places.ts';
import { enforcedBy } from '@callgate/contract/sandbox';
import { Places } from './places.ts';

const BUBBLEWRAP = { name: 'bubblewrap', level: 'enforced' } as const;

const places = (more: Partial<PlacesOptions> = {}): Places =>
  new Places({ contract: 'prefer', allow: [], backend: BUBBLEWRAP, ...more });

const CLASSES = [false, true].flatMap((writes) => [false, true].map((network) => ({ writes, network })));

describe('what a sandbox enforces', () => {
  it('is that nothing changes only where nothing can be reached either', () => {
    expect(
      CLASSES.map((each) => {
        const { readOnly, closedWorld } = enforcedBy(each, 'enforced', []);
        return [each.writes, each.network, readOnly, closedWorld];
      }),
    ).toEqual([
      [false, false, true, true],
      [false, true, false, false],
      [true, false, false, true],
      [true, true, false, false],
    ]);
  });

  it('is not that nothing changes where a host may be reached', () => {
    expect(enforcedBy({ writes: false, network: false }, 'enforced', ['db:5432'])).toEqual({
      readOnly: false,
      closedWorld: true,
    });
  });

  it.for(['seat-belt', 'declared'] as const)('is nothing at the level %s', (level) => {
    for (const each of CLASSES)
      expect(enforcedBy(each, level, [])).toEqual({ readOnly: false, closedWorld: false });
  });
});

describe('where a class runs', () => {
  it('is never tighter than the class, and never wider than it must be', () => {
    for (const wanted of CLASSES)
      for (const place of places().candidates(wanted)) {
        expect(place.writes || !wanted.writes).toBe(true);
        expect(place.network || !wanted.network).toBe(true);
      }
    for (const wanted of CLASSES) expect(places().of(wanted)).toMatchObject({ ...wanted, isSandboxed: true });
  });

  it('is never outside where a sandbox is required, whatever fails', () => {
    const all = places({ contract: 'require' });
    for (const wanted of CLASSES) {
      expect(all.markUnusable(all.of(wanted))).toBe(false);
      expect(all.of(wanted)).toMatchObject({ ...wanted, isSandboxed: true });
    }
    expect(all.find({ level: 'declared', backend: 'none', writes: true, network: true })).toBeUndefined();
  });

  it('is the next wider place where it does not start, and enforces what that does', () => {
    const all = places();
    const tightest = { writes: false, network: false };
    expect(all.contractOf(tightest)).toMatchObject({ readOnly: true, closedWorld: true });
    expect(all.markUnusable(all.of(tightest))).toBe(true);
    expect(all.contractOf(tightest)).toMatchObject({
      readOnly: false,
      closedWorld: false,
      place: { level: 'enforced', writes: false, network: true },
    });
    all.markUnusable(all.of(tightest));
    all.markUnusable(all.of(tightest));
    expect(all.contractOf(tightest).place).toMatchObject({ level: 'declared', backend: 'none' });
    // there is nothing wider
    expect(all.markUnusable(all.of(tightest))).toBe(false);
    all.reset();
    expect(all.contractOf(tightest)).toMatchObject({ readOnly: true });
  });

  it('enforces what it turned out to', () => {
    const all = places();
    const place = all.of({ writes: false, network: false });
    expect(all.noteLevel(place, 'enforced')).toBe(false);
    expect(all.noteLevel(place, 'seat-belt')).toBe(true);
    expect(all.contractOf(place)).toMatchObject({ readOnly: false, place: { level: 'seat-belt' } });
  });

  it('is outside where there is no sandbox', () => {
    expect(places({ backend: null }).contractOf({ writes: false, network: false })).toEqual({
      readOnly: false,
      closedWorld: false,
      place: { level: 'declared', backend: 'none', writes: true, network: true },
    });
  });
});
