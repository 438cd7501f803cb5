import type { Labels, Outcome } from '@callgate/core';
import { HINT_NAMES, LOCAL_PRINCIPAL, UNTRACED_ORIGINS, decide, describeTool } from '@callgate/core';
import { isStricter } from '@callgate/core/decide';
import { LABEL_STRENGTHS } from '@callgate/core/label';
import { SET_DETAILS } from '@callgate/core/vocabulary';
import { PRESET_NAMES, presetPolicy } from '@callgate/policy';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Manifest } from '../src/index.ts';
import type { ConditionalHints } from '../src/manifest.ts';
import { catalogueParts, fromMcp } from '../src/index.ts';
import { checkManifestInput } from '../src/load-manifest.ts';
import { listSetValues } from '../src/set-values.ts';
import { anyDefinition } from './any-definition.ts';

const PRESETS = PRESET_NAMES.filter(
  (name) => name === 'strict' || name === 'balanced' || name === 'intent',
).map(presetPolicy);

const anyHints: fc.Arbitrary<ConditionalHints> = fc
  .tuple(
    fc.dictionary(fc.constantFrom(...HINT_NAMES), fc.boolean(), { maxKeys: 3 }),
    fc.subarray(
      SET_DETAILS.filter((detail) => listSetValues(detail).length > 0),
      { maxLength: 2 },
    ),
    fc.nat(),
  )
  .map(([hints, details, at]) => ({
    ...hints,
    ...Object.fromEntries(
      details.map((detail) => [detail, listSetValues(detail)[at % listSetValues(detail).length] ?? '']),
    ),
  }));

/** A worst case, a condition for reads, and one that says it is no read. */
const anyTwo = fc.tuple(anyDefinition(false), anyHints).map(([definition, hints]) => {
  const [tool] = fromMcp([definition]).manifest.tools;
  const conditions = [
    { when: 'args.safe == true', hints: { readOnly: true } },
    { when: 'args.other == true', hints: { ...hints, readOnly: false } },
  ];
  return { ...tool, conditions };
});

/** A worst case and a condition beside it, as somebody may write them: not checked yet. */
const anyWritten = fc
  .tuple(anyDefinition(false), fc.oneof(anyHints, fc.constant({ readOnly: true })))
  .map(([definition, hints]) => {
    const [tool] = fromMcp([definition]).manifest.tools;
    return { ...tool, conditions: [{ when: 'args.safe == true', hints }] };
  });

const anyLabels: fc.Arbitrary<Labels> = fc.record({
  private: fc.constantFrom(...LABEL_STRENGTHS),
  untrusted: fc.constantFrom(...LABEL_STRENGTHS),
});

const outcomes = (manifest: Manifest, labels: Labels, safe: boolean, other: boolean = false): Outcome[] => {
  const { definitions, operator } = catalogueParts(manifest);
  const [definition = {}] = definitions;
  const tool = describeTool({ ...operator['tool'], server: 's', trust: 'owned', definition });
  return PRESETS.map(
    (policy) =>
      decide(policy, {
        v: 1,
        tool,
        labels,
        words: false,
        origins: UNTRACED_ORIGINS,
        principal: LOCAL_PRINCIPAL,
        args: { safe, other },
        time: { at: 0, offsetMinutes: 0 },
        policy: policy.revision,
      }).outcome,
  );
};

describe('a condition that is accepted', () => {
  it('never makes a decision stricter than the worst case, and sometimes makes it milder', () => {
    let milder = 0;
    fc.assert(
      fc.property(anyWritten, anyLabels, (tool, labels) => {
        const outcome = checkManifestInput({ manifest: 1, tools: [tool] });
        if (!outcome.ok) return;
        const worst = outcomes(outcome.manifest, labels, false);
        for (const [at, then] of outcomes(outcome.manifest, labels, true).entries()) {
          const usual = worst[at] ?? 'auto';
          expect(isStricter(then, usual)).toBe(false);
          if (isStricter(usual, then)) milder += 1;
        }
      }),
      { numRuns: 200 },
    );
    expect(milder).toBeGreaterThan(0);
  });

  it('and says that it is no read is not made milder by one for reads that is met too', () => {
    let compared = 0;
    fc.assert(
      fc.property(anyTwo, anyLabels, (tool, labels) => {
        const outcome = checkManifestInput({ manifest: 1, tools: [tool] });
        if (!outcome.ok) return;
        const alone = outcomes(outcome.manifest, labels, false, true);
        for (const [at, both] of outcomes(outcome.manifest, labels, true, true).entries()) {
          expect(isStricter(alone[at] ?? 'auto', both)).toBe(false);
          compared += 1;
        }
      }),
      { numRuns: 300 },
    );
    expect(compared).toBeGreaterThan(0);
  });
});
