import { describe, expect, it } from 'vitest';
import { judgeClaims } from './judge-claims.ts';
import type { Observation, ToolObservations } from './observation.ts';

const did = (...observations: readonly Observation[]): ToolObservations => ({
  tool: 't',
  calls: 1,
  failed: 0,
  observations,
  repeatChangesNothing: null,
});

const hints = (...args: Parameters<typeof judgeClaims>): readonly string[] =>
  judgeClaims(...args).map(({ hint }) => hint);

const WROTE: Observation = { kind: 'wrote', what: '/w/a' };
const DELETED: Observation = { kind: 'deleted', what: '/w/a' };
const CONNECTED: Observation = { kind: 'connected', what: '127.0.0.1:5432' };

describe('a claim', () => {
  it('to read only is disproved by each change that lasts, also by one that was refused', () => {
    for (const kind of ['wrote', 'deleted', 'moved'] as const) {
      expect(hints({ readOnly: 'yes' }, did({ kind, what: '/w/a' }))).toEqual(['readOnly']);
      expect(hints({ readOnly: 'yes' }, did({ kind, what: '/w/a', refused: true }))).toEqual(['readOnly']);
      expect(hints({ readOnly: 'yes' }, did({ kind, what: '/tmp/a', temporary: true }))).toEqual([]);
    }
    expect(hints({ readOnly: 'yes' }, did(CONNECTED))).toEqual([]);
  });

  it('to destroy nothing is disproved by a deletion, not by a file that is written again', () => {
    expect(hints({ destructive: 'no' }, did(DELETED))).toEqual(['destructive']);
    expect(hints({ destructive: 'no' }, did(WROTE))).toEqual([]);
  });

  it('to stay inside is disproved by each connection that the operator did not name', () => {
    expect(hints({ openWorld: 'no' }, did(CONNECTED))).toEqual(['openWorld']);
    expect(hints({ openWorld: 'no' }, did(CONNECTED), (address) => address === '127.0.0.1:5432')).toEqual([]);
    expect(hints({ openWorld: 'no' }, did({ kind: 'listened', what: '0.0.0.0:1' }))).toEqual(['openWorld']);
  });

  it('to be repeatable is disproved by a repetition that changes something, not by one that was not tried', () => {
    expect(hints({ idempotent: 'yes' }, { ...did(WROTE), repeatChangesNothing: false })).toEqual([
      'idempotent',
    ]);
    expect(hints({ idempotent: 'yes' }, { ...did(WROTE), repeatChangesNothing: true })).toEqual([]);
    expect(hints({ idempotent: 'yes' }, did(WROTE))).toEqual([]);
  });

  it('to touch no secrets is disproved by reading one', () => {
    const read = did({ kind: 'readSecret', what: 'TOKEN' });
    expect(hints({ sensitiveData: 'no', secret: 'no' }, read)).toEqual(['sensitiveData', 'secret']);
  });

  it('that was not made, or that tightens, is never disproved', () => {
    const all = { ...did(WROTE, DELETED, CONNECTED), repeatChangesNothing: false };
    expect(judgeClaims({}, all)).toEqual([]);
    expect(
      judgeClaims({ readOnly: 'no', destructive: 'yes', openWorld: 'yes', idempotent: 'no' }, all),
    ).toEqual([]);
  });
});
