import { describe, expect, it } from 'vitest';
import type { Obligations, RuleObligations } from './obligations.ts';
import { intersectHours, mergeObligations, dropUngroundedRelief } from './obligations.ts';

const merge = (
  demands: readonly RuleObligations[],
  context: { idempotent?: boolean; cap?: number | null; specificity?: readonly number[] } = {},
): Obligations =>
  mergeObligations(
    demands.map((rule, index) => ({ demands: rule, specificity: context.specificity?.[index] ?? 0 })),
    { idempotent: context.idempotent ?? true, timeoutCapMs: context.cap ?? null },
  );

describe('merged obligations', () => {
  it('are ordinary where no rule demands anything', () => {
    expect(merge([{}])).toEqual({
      approvers: [],
      terms: 'plain',
      audit: 'standard',
      redact: [],
      noCaching: false,
      timeoutMs: null,
      retries: 0,
      concurrency: [],
      hours: null,
      progress: false,
      aiTag: false,
      undo: false,
      preview: false,
      notify: [],
      model: { atLeast: null, atMost: null },
    });
  });

  it('hold every demand for approvers, the larger of one group', () => {
    expect(
      merge([
        { approvers: [{ count: 1 }, { count: 1, group: 'ops' }] },
        { approvers: [{ count: 2 }, { count: 3, group: 'legal' }] },
        { approvers: [{ count: 1, group: 'legal' }] },
      ]).approvers,
    ).toEqual([{ count: 2 }, { count: 3, group: 'legal' }, { count: 1, group: 'ops' }]);
  });

  it('take the most audit and the strongest terms, in either order', () => {
    for (const order of [(a: RuleObligations[]) => a, (a: RuleObligations[]) => a.toReversed()]) {
      const merged = merge(order([{ audit: 'full', terms: 'strong' }, { audit: 'standard' }]));
      expect([merged.audit, merged.terms]).toEqual(['full', 'strong']);
    }
    expect(merge([{ audit: 'standard' }]).audit).toBe('standard');
  });

  it('switch on what any rule switches on', () => {
    expect(
      merge([{ noCaching: true }, { progress: true }, { aiTag: true }, { undo: true }, { preview: true }]),
    ).toMatchObject({ noCaching: true, progress: true, aiTag: true, undo: true, preview: true });
  });

  it('join who is told and what is protected', () => {
    expect(
      merge([
        { notify: ['ops', 'ada'], redact: ['b'] },
        { notify: ['ops'], redact: ['a', 'b'] },
      ]),
    ).toMatchObject({ notify: ['ada', 'ops'], redact: ['a', 'b'] });
  });

  it('retry the least, and only what is believed idempotent', () => {
    expect(merge([{ retries: 3 }, { retries: 1 }]).retries).toBe(1);
    expect(merge([{ retries: 3 }], { idempotent: false }).retries).toBe(0);
    expect(merge([{ retries: 3 }, { retries: 0 }]).retries).toBe(0);
  });

  it('take the least concurrency of each kind', () => {
    expect(
      merge([
        { concurrency: { per: 'tool', limit: 4 } },
        { concurrency: { per: 'tool', limit: 2 } },
        { concurrency: { per: 'principal', limit: 9 } },
        { concurrency: { per: 'server', limit: 5 } },
      ]).concurrency,
    ).toEqual([
      { per: 'tool', limit: 2 },
      { per: 'server', limit: 5 },
      { per: 'principal', limit: 9 },
    ]);
  });

  it('take the time-out of the most specific rule, within the cap', () => {
    expect(merge([{ timeoutMs: 100 }, { timeoutMs: 900 }], { specificity: [1, 5] }).timeoutMs).toBe(900);
    expect(merge([{ timeoutMs: 100 }, { timeoutMs: 900 }], { specificity: [5, 1] }).timeoutMs).toBe(100);
    expect(merge([{ timeoutMs: 100 }, { timeoutMs: 900 }], { specificity: [5, 5] }).timeoutMs).toBe(100);
    expect(merge([{ timeoutMs: 900 }], { cap: 500 }).timeoutMs).toBe(500);
    expect(merge([{ timeoutMs: 100 }], { cap: 500 }).timeoutMs).toBe(100);
    expect(merge([{}], { cap: 500 }).timeoutMs).toBe(500);
    expect(merge([{}, { timeoutMs: 7 }], { specificity: [9, 0] }).timeoutMs).toBe(7);
  });

  it('intersect hours', () => {
    expect(
      merge([
        {
          hours: [
            { from: 0, to: 100 },
            { from: 200, to: 300 },
          ],
        },
        { hours: [{ from: 50, to: 250 }] },
      ]).hours,
    ).toEqual([
      { from: 50, to: 100 },
      { from: 200, to: 250 },
    ]);
    expect(merge([{ hours: [{ from: 0, to: 10 }] }, { hours: [{ from: 10, to: 20 }] }]).hours).toEqual([]);
    expect(merge([{ hours: [{ from: 0, to: 10 }] }]).hours).toEqual([{ from: 0, to: 10 }]);
    expect(
      intersectHours(
        [
          { from: 20, to: 30 },
          { from: 0, to: 10 },
        ],
        [{ from: 0, to: 100 }],
      ),
    ).toEqual([
      { from: 0, to: 10 },
      { from: 20, to: 30 },
    ]);
  });

  it('narrow the bounds on the model', () => {
    expect(
      merge([
        { model: { atLeast: 0.2 } },
        { model: { atLeast: 0.7, atMost: 0.9 } },
        { model: { atMost: 0.8 } },
      ]).model,
    ).toEqual({ atLeast: 0.7, atMost: 0.8 });
  });
});

describe('obligations towards a server nobody vouches for', () => {
  const relieved = (all: RuleObligations[], grounded: RuleObligations[]): Obligations =>
    dropUngroundedRelief(merge(all), merge(grounded));

  it('keep what its claims add', () => {
    const all: RuleObligations[] = [
      { approvers: [{ count: 2 }], audit: 'full', notify: ['ops'], model: { atLeast: 0.5 } },
    ];
    expect(relieved(all, [])).toMatchObject({
      approvers: [{ count: 2 }],
      audit: 'full',
      notify: ['ops'],
      model: { atLeast: 0.5, atMost: null },
    });
  });

  it('have the shorter time-out, the fewer retries, and no model lowered by a claim', () => {
    expect(relieved([{ timeoutMs: 9 }], [{ timeoutMs: 5 }]).timeoutMs).toBe(5);
    expect(relieved([{ timeoutMs: 4 }], [{ timeoutMs: 5 }]).timeoutMs).toBe(4);
    expect(relieved([{ timeoutMs: 4 }], []).timeoutMs).toBe(4);
    expect(relieved([], [{ timeoutMs: 5 }]).timeoutMs).toBe(5);
    expect(relieved([], []).timeoutMs).toBe(null);
    expect(relieved([{ retries: 3 }], [{ retries: 1 }]).retries).toBe(1);
    expect(relieved([{ retries: 3 }], []).retries).toBe(0);
    expect(relieved([{ model: { atMost: 0.1 } }], [{ model: { atMost: 0.8 } }]).model.atMost).toBe(0.8);
    expect(relieved([{ model: { atMost: 0.1 } }], []).model.atMost).toBe(null);
  });
});

describe('demands on approvers', () => {
  it('come without a group first, then by the name of the group', () => {
    const merged = merge([
      {
        approvers: [
          { count: 1, group: 'b' },
          { count: 1, group: 'a' },
          { count: 1 },
          { count: 1, group: 'c' },
        ],
      },
    ]);
    expect(merged.approvers).toStrictEqual([
      { count: 1 },
      { count: 1, group: 'a' },
      { count: 1, group: 'b' },
      { count: 1, group: 'c' },
    ]);
    expect(merge([{ approvers: [{ count: 1, group: 'z' }, { count: 1 }] }]).approvers).toStrictEqual([
      { count: 1 },
      { count: 1, group: 'z' },
    ]);
  });
});
