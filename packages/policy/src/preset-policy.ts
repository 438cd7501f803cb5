import type { Policy } from '@callgate/core';
import { freezeJson } from '@callgate/core/receive';
import { PRESET_POLICIES } from './preset-policies.ts';
import type { PresetName } from './presets.ts';

const presets = new Map<string, Policy>();

/** A preset as a policy of its own. It needs nothing of what reads files. */
export const presetPolicy = (name: PresetName): Policy => {
  const known = presets.get(name);
  if (known !== undefined) return known;
  // as the loader made it when the package was built; a test compares them
  const policy: Policy = freezeJson(JSON.parse(PRESET_POLICIES[name]));
  presets.set(name, policy);
  return policy;
};
