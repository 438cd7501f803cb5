import { errorText } from '../text/error-text.ts';

const COMPARE_AGAIN = 'Compare again.';

/** Errors of policies: loading, comparing and trying them. */
export const policyErrors = {
  canary: () =>
    errorText(
      'POLICY_CANARY',
      'This policy would let an untrusted, undescribed tool run without approval',
      'Run `callgate check` to see why.',
    ),
  /** The lines of the problems replace its message. */
  invalid: () =>
    errorText('POLICY_INVALID', 'The policy is not valid', 'Fix these problems. Nothing was changed.'),
  /** The lines of the problems replace its message. */
  presetBroken: () => errorText('PRESET_BROKEN', 'A preset is not valid', 'Reinstall @callgate/policy.'),

  // comparing
  comparisonUnknown: () =>
    errorText('COMPARISON_UNKNOWN', 'This comparison is no longer kept', COMPARE_AGAIN),
  comparisonUnfinished: () =>
    errorText('COMPARISON_UNFINISHED', 'The comparison is not finished', 'Wait until it is.'),
  comparisonOld: () =>
    errorText('COMPARISON_CHANGED', 'The comparison is more than an hour old', COMPARE_AGAIN),
  otherText: () =>
    errorText('POLICY_TEXT_CHANGED', 'This is not the policy that was compared', COMPARE_AGAIN),
  otherPolicyActive: () =>
    errorText('POLICY_CHANGED', 'Another policy is active than the one it was compared with', COMPARE_AGAIN),
  loosenedNotShown: () =>
    errorText(
      'POLICY_LOOSENED_CHANGED',
      'The calls that this policy loosens were not all shown',
      'Look at the comparison again.',
    ),

  // trying
  tryForbidden: () => errorText('POLICY_FORBIDDEN', 'Only operators can try a policy that is not active'),
  tryTooLarge: ({ max }: { max: number }) =>
    errorText(
      'TRY_TOO_LARGE',
      `Viewers can try calls of at most ${max} characters`,
      'Leave out what the rules do not look at, or ask an approver.',
    ),
  tryUnreadable: ({ what, cause }: { what: 'arguments' | 'tool'; cause: string }) =>
    errorText('TRY_JSON', `The JSON of the ${what} cannot be read: ${cause}`, 'Write a JSON object.'),
  tryNotObject: ({ what }: { what: 'arguments' | 'tool' }) =>
    errorText(
      'TRY_JSON',
      `The JSON of the ${what} is not an object`,
      'Write a JSON object, as {"to": "ann"}.',
    ),
};
