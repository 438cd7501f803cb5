import type { Policy } from '@callgate/core';
import type { SettingsFolder } from '@callgate/gateway/tools';
import type { LayeredPolicy } from './layered-policy.ts';
import type { ActivePolicy } from './policy-file.ts';
import { readPolicyFile } from './policy-file.ts';

/**
 * What was put in force for all replicas. Undefined where nobody said anything there, or nobody shares anything.
 * @param told Called with what was activated.
 */
export const sharedPolicy = (
  folder: SettingsFolder,
  config: string,
  configured: () => LayeredPolicy,
  told: (active: ActivePolicy) => void = () => {},
): Policy | undefined => {
  if (!folder.isShared) return undefined;
  const { word, active } = readPolicyFile(folder, config);
  if (active !== null) told(active);
  return word === null ? undefined : (active ?? configured()).policy;
};
