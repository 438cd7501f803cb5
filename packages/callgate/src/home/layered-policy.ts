import type { Policy } from '@callgate/core';
import { CallgateError } from '@callgate/core';
import type { PolicySource } from '@callgate/policy';
import { formatProblem, isPreset, loadPolicy, presetPolicy } from '@callgate/policy';
import { readPolicySource } from '../input/open-policy.ts';

export interface LayeredPolicy {
  readonly layers: readonly PolicySource[];
  readonly policy: Policy;
}

const policyOf = (names: readonly string[], layers: readonly PolicySource[]): Policy => {
  const [only] = names;
  if (names.length === 1 && only !== undefined && isPreset(only)) return presetPolicy(only);
  const loaded = loadPolicy(layers);
  if (loaded.ok) return loaded.policy;
  throw new CallgateError('POLICY_INVALID', loaded.problems.map(formatProblem).join('\n'));
};

/** The named policy: presets, or files in the order of their layers. `check` throws where a file must not be used. */
export const loadLayeredPolicy = (
  names: readonly string[],
  check: (path: string, text: string) => void = () => {},
): LayeredPolicy => {
  const layers = names.map((name): PolicySource => {
    if (isPreset(name)) return { name, text: `extends: ${name}\n` };
    const source = readPolicySource(name);
    check(name, source.text);
    return source;
  });
  return { layers, policy: policyOf(names, layers) };
};
