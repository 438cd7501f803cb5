import { resolve } from 'node:path';
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

/** A relative path is below `folder`; that of the process if absent. */
export const readPolicySource = (path: string, folder = ''): PolicySource => {
  try {
    return { name: path, text: readText(resolve(folder, path)) };
  } catch (error) {
    throw new CallgateError(
      homeErrors.policy.unreadable({ path: display(path), near: findNearestName(path, PRESET_NAMES) }),
      { cause: error },
    );
  }
};

/** The named policy: a preset, or files in the order of their layers. `check` throws where a file must not be used. */
export const openPolicy = (
  names: readonly string[],
  check: (path: string) => void = () => {},
  folder = '',
): Policy => {
  const [only] = names;
  if (names.length === 1 && only !== undefined && isPreset(only)) return presetPolicy(only);
  const sources = names.map((name) => {
    if (isPreset(name)) return { name, text: `extends: ${name}` };
    check(resolve(folder, name));
    return readPolicySource(name, folder);
  });
  const loaded = loadPolicy(sources);
  if (loaded.ok) return loaded.policy;
  throw new CallgateError('POLICY_INVALID', loaded.problems.map(formatProblem).join('\n'));
};
