import type { Policy } from '@callgate/core';
import { CallgateError } from '@callgate/core';
import { digest } from '@callgate/core/receive';
import { policyErrors } from '@callgate/messages/errors/policy';
import { formatProblem, loadPolicy } from '@callgate/policy';
import type { LayerText } from '../api/policy.ts';

/** Of the exact text, not of its meaning. */
export const layersDigest = (layers: readonly LayerText[]): string =>
  digest(
    'policy-layers',
    layers.map(({ name, text }) => ({ name, text })),
  );

/** Throws POLICY_INVALID, whose message is every problem in a line of its own. */
export const loadLayeredPolicy = (layers: readonly LayerText[]): Policy => {
  const loaded = loadPolicy(layers);
  if (loaded.ok) return loaded.policy;
  throw new CallgateError({
    ...policyErrors.invalid(),
    message: loaded.problems.map(formatProblem).join('\n'),
  });
};
