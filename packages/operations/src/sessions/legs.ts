import type { LabelName } from '@callgate/core/label';
import { STRENGTHS } from '@callgate/core/label';
import type { Leg, LabelStep, StoryCall } from '../api/sessions.ts';

const labelLeg = (leg: LabelName, steps: readonly LabelStep[]): Leg => {
  const own = steps.filter(({ label, strength }) => label === leg && strength !== 'none');
  // what made it sure is what lit it up
  const first = own.find(({ strength }) => strength === 'known') ?? own[0];
  return {
    leg,
    strength: first?.strength ?? 'none',
    at: first?.at ?? null,
    call: first?.call ?? null,
  };
};

const wayOut = (calls: readonly StoryCall[]): Leg => {
  const outward = calls.filter((call) => call.outward !== 'none');
  const first = outward.find((call) => call.outward === 'known') ?? outward[0];
  return {
    leg: 'out',
    strength: STRENGTHS.findLast((strength) => outward.some((call) => call.outward === strength)) ?? 'none',
    at: first?.at ?? null,
    call: first?.id ?? null,
  };
};

/** Private data, untrusted content and a way out, each with the moment it lit up. */
export const legsOf = (calls: readonly StoryCall[], steps: readonly LabelStep[]): readonly Leg[] => [
  labelLeg('private', steps),
  labelLeg('untrusted', steps),
  wayOut(calls),
];

/** The first call at which all three came together. */
export const metAt = (calls: readonly StoryCall[]): string | null =>
  calls.find((call) => call.trifecta)?.id ?? null;
