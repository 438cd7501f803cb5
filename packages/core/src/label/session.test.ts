import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LabelName, Strength } from './label.ts';
import { LABEL_NAMES, STRENGTHS, strengthRank, stronger } from './label.ts';
import type { Session, SessionDelta } from './session.ts';
import { MAX_WITNESSES, applyDelta, isLabelled, joinSessions, labelsOf, startSession } from './session.ts';

const witness = (call: string): { call: string; path: string[] } => ({
  call,
  path: ['content', '0', 'text'],
});

const raise = (label: LabelName, strength: Strength, call = 'c1'): SessionDelta => ({
  type: 'raise',
  label,
  strength,
  witness: witness(call),
});

const delta = fc.oneof(
  fc.record({
    type: fc.constant('raise' as const),
    label: fc.constantFrom(...LABEL_NAMES),
    strength: fc.constantFrom(...STRENGTHS),
    witness: fc.record({ call: fc.constantFrom('a', 'b', 'c'), path: fc.array(fc.nat(2), { maxLength: 2 }) }),
  }),
  fc.constant({ type: 'words' as const }),
);

const play = (deltas: readonly SessionDelta[]): Session => deltas.reduce(applyDelta, startSession('ctx'));

describe('a session', () => {
  it('starts with nothing touched and no words heard', () => {
    expect(startSession('ctx')).toEqual({
      v: 1,
      context: 'ctx',
      words: false,
      declassifications: [],
      labels: {
        private: { strength: 'none', witnesses: [] },
        untrusted: { strength: 'none', witnesses: [] },
      },
    });
    expect(isLabelled(labelsOf(startSession('ctx')))).toBe(false);
  });

  it('keeps a label’s strength and the calls that caused it', () => {
    const session = play([
      raise('private', 'possible', 'c1'),
      raise('private', 'known', 'c2'),
      raise('private', 'possible', 'c3'),
    ]);
    expect(labelsOf(session)).toEqual({ private: 'known', untrusted: 'none' });
    expect(session.labels.private.witnesses.map(({ call }) => call)).toEqual(['c1', 'c2', 'c3']);
    expect(isLabelled(labelsOf(session))).toBe(true);
  });

  it('does not list the same witness twice, nor one of a raise to none', () => {
    const session = play([
      raise('untrusted', 'known'),
      raise('untrusted', 'known'),
      raise('untrusted', 'none', 'c9'),
    ]);
    expect(session.labels.untrusted.witnesses).toHaveLength(1);
    const spans = play([
      { type: 'raise', label: 'private', strength: 'known', witness: { ...witness('c'), span: [0, 1] } },
      { type: 'raise', label: 'private', strength: 'known', witness: { ...witness('c'), span: [0, 2] } },
    ]);
    expect(spans.labels.private.witnesses).toHaveLength(2);
  });

  it('drops witnesses past the bound, never strength', () => {
    const many = Array.from({ length: 40 }, (_, i) =>
      raise('private', i === 39 ? 'known' : 'possible', `c${i}`),
    );
    expect(play(many).labels.private.witnesses).toHaveLength(MAX_WITNESSES);
    expect(labelsOf(play(many)).private).toBe('known');
    expect(play(many).labels.private.witnesses[0]?.call).toBe('c0');
  });

  it('loses a label only to a declassification with a name and a reason', () => {
    const labelled = play([raise('private', 'known'), raise('untrusted', 'known')]);
    const cleared = applyDelta(labelled, {
      type: 'declassify',
      label: 'private',
      by: 'ada',
      reason: 'test data',
      at: '2026-11-15T00:00:00Z',
    });
    expect(labelsOf(cleared)).toEqual({ private: 'none', untrusted: 'known' });
    expect(cleared.declassifications).toEqual([
      { label: 'private', by: 'ada', reason: 'test data', at: '2026-11-15T00:00:00Z' },
    ]);
    expect(labelled.declassifications).toEqual([]);
  });

  it('hears words once and for all', () => {
    expect(play([{ type: 'words' }, raise('private', 'known')]).words).toBe(true);
  });

  it('survives being written down', () => {
    const session = play([{ type: 'words' }, raise('private', 'known')]);
    expect(JSON.parse(JSON.stringify(session))).toEqual(session);
  });
});

describe('laws of sessions', () => {
  it('labels only grow', () => {
    fc.assert(
      fc.property(fc.array(delta), delta, (before, next) => {
        const [a, b] = [play(before), play([...before, next])];
        for (const name of LABEL_NAMES)
          expect(strengthRank(labelsOf(b)[name])).toBeGreaterThanOrEqual(strengthRank(labelsOf(a)[name]));
      }),
    );
  });

  it('joining brings all labels, in any order, and is idempotent', () => {
    fc.assert(
      fc.property(fc.array(delta), fc.array(delta), (left, right) => {
        const [a, b] = [play(left), play(right)];
        for (const name of LABEL_NAMES) {
          expect(labelsOf(joinSessions(a, b))[name]).toBe(stronger(labelsOf(a)[name], labelsOf(b)[name]));
          expect(labelsOf(joinSessions(b, a))[name]).toBe(labelsOf(joinSessions(a, b))[name]);
        }
        expect(joinSessions(joinSessions(a, b), b)).toEqual(joinSessions(a, b));
      }),
    );
  });

  it('words never cross from the session joined in', () => {
    fc.assert(
      fc.property(fc.array(delta), fc.array(delta), (left, right) => {
        expect(joinSessions(play(left), play(right)).words).toBe(play(left).words);
        expect(joinSessions(play(left), play(right)).context).toBe('ctx');
      }),
    );
  });

  it('replaying the deltas gives the same state', () => {
    fc.assert(
      fc.property(fc.array(delta), (deltas) => {
        expect(play(deltas)).toEqual(deltas.reduce(applyDelta, startSession('ctx')));
      }),
    );
  });
});
