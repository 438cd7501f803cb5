import type { LabelName } from '@callgate/core/label';
import { LABEL_STRENGTHS } from '@callgate/core/label';
import type { TrifectaLeg, LabelStep, SessionCall } from '../api/sessions.ts';

const labelLeg = (leg: LabelName, steps: readonly LabelStep[]): TrifectaLeg => {
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

const outwardLeg = (calls: readonly SessionCall[]): TrifectaLeg => {
  const outward = calls.filter((call) => call.outward !== 'none');
  const first = outward.find((call) => call.outward === 'known') ?? outward[0];
  return {
    leg: 'out',
    strength:
      LABEL_STRENGTHS.findLast((strength) => outward.some((call) => call.outward === strength)) ?? 'none',
    at: first?.at ?? null,
    call: first?.id ?? null,
  };
};

/** Private data, untrusted content and a way out, each with the moment it lit up. */
export const trifectaLegs = (
  calls: readonly SessionCall[],
  steps: readonly LabelStep[],
): readonly TrifectaLeg[] => [labelLeg('private', steps), labelLeg('untrusted', steps), outwardLeg(calls)];

/** The first call at which all three came together. */
export const findTrifectaCall = (calls: readonly SessionCall[]): string | null =>
  calls.find((call) => call.trifecta)?.id ?? null;
