import { readFileSync } from 'node:fs';
import type { Policy } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import type { PolicySource } from '@callgate/policy';
import { PRESET_NAMES, formatProblem, isPreset, loadPolicy, nearest, presetPolicy } from '@callgate/policy';

const didYouMean = (name: string): string | undefined => {
  const near = nearest(name, PRESET_NAMES);
  return near === undefined ? undefined : `did you mean \`${near}\`?`;
};

export const readPolicySource = (path: string): PolicySource => {
  try {
    return { name: path, text: new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)) };
  } catch (error) {
    throw new CallgateError('POLICY_UNREADABLE', `${display(path)} cannot be read`, {
      help: didYouMean(path) ?? 'give a file, or a preset: strict, balanced, intent or observe',
      cause: error,
    });
  }
};

/** The policy somebody named: a preset, or files in the order of their layers. */
export const openPolicy = (names: readonly string[]): Policy => {
  const [only] = names;
  if (names.length === 1 && only !== undefined && isPreset(only)) return presetPolicy(only);
  const sources = names.map((name) =>
    isPreset(name) ? { name, text: `extends: ${name}` } : readPolicySource(name),
  );
  const loaded = loadPolicy(sources);
  if (loaded.ok) return loaded.policy;
  throw new CallgateError('POLICY_INVALID', loaded.problems.map(formatProblem).join('\n'));
};
