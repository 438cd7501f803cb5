import { readFileSync } from 'node:fs';
import type { Policy } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import type { PolicySource } from '@callgate/policy';
import {
  PRESET_NAMES,
  didYouMean,
  formatProblem,
  isPreset,
  loadPolicy,
  presetPolicy,
} from '@callgate/policy';

export const readPolicySource = (path: string): PolicySource => {
  try {
    return { name: path, text: new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)) };
  } catch (error) {
    throw new CallgateError('POLICY_UNREADABLE', `${display(path)} cannot be read`, {
      help: didYouMean(path, PRESET_NAMES) ?? 'give a file, or a preset: strict, balanced, intent or observe',
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
