import type { Policy } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import { homeErrors } from '@callgate/messages/errors/home';
import type { PolicySource } from '@callgate/policy';
import {
  PRESET_NAMES,
  findNearestName,
  formatProblem,
  isPreset,
  loadPolicy,
  presetPolicy,
} from '@callgate/policy';
import { readText } from '@callgate/policy/yaml';

export const readPolicySource = (path: string): PolicySource => {
  try {
    return { name: path, text: readText(path) };
  } catch (error) {
    throw new CallgateError(
      homeErrors.policy.unreadable({ path: display(path), near: findNearestName(path, PRESET_NAMES) }),
      { cause: error },
    );
  }
};

/** The named policy: a preset, or files in the order of their layers. `check` throws where a file must not be used. */
export const openPolicy = (names: readonly string[], check: (path: string) => void = () => {}): Policy => {
  const [only] = names;
  if (names.length === 1 && only !== undefined && isPreset(only)) return presetPolicy(only);
  const sources = names.map((name) => {
    if (isPreset(name)) return { name, text: `extends: ${name}` };
    check(name);
    return readPolicySource(name);
  });
  const loaded = loadPolicy(sources);
  if (loaded.ok) return loaded.policy;
  throw new CallgateError('POLICY_INVALID', loaded.problems.map(formatProblem).join('\n'));
};
