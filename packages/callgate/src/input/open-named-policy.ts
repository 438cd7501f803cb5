import type { Policy } from '@callgate/core';
import { isPreset, presetPolicy } from '@callgate/policy';

/** `openPolicy` for starts that people wait for: what reads files is loaded only where one is named. */
export const openNamedPolicy = async (
  names: readonly string[],
  check: (path: string) => void,
  folder = '',
): Promise<Policy> => {
  const [only] = names;
  if (names.length === 1 && only !== undefined && isPreset(only)) return presetPolicy(only);
  const { openPolicy } = await import('./open-policy.ts');
  return openPolicy(names, check, folder);
};
