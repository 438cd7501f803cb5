import { errorText } from '../text/error-text.ts';

/** Errors of policies: loading, comparing and trying them. */
export const policyErrors = {
  canary: () =>
    errorText(
      'POLICY_CANARY',
      'This policy would let an untrusted, undescribed tool run without approval',
      'Run `callgate check` to see why.',
    ),
};
