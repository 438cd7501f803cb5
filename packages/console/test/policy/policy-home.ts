import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Gateway } from '@callgate/gateway';
import { loadPolicy } from '@callgate/policy';
import type { LayeredPolicy } from '../../../callgate/src/home/layered-policy.ts';
import type { OpenPolicyPlace } from '../../../callgate/src/serve/policy-place.ts';
import { openPolicyPlace } from '../../../callgate/src/serve/policy-place.ts';
import type { Place, PlaceOptions } from '../place.ts';
import { openPlace } from '../place.ts';

/** A place whose policy is kept in a file, as `callgate up` keeps it. */
export interface PolicyHome extends Place {
  readonly policies: OpenPolicyPlace;
  /** The configuration names another policy from now on. */
  configure(layers: LayeredPolicy['layers']): void;
}

const layered = (layers: LayeredPolicy['layers']): LayeredPolicy => {
  const loaded = loadPolicy(layers);
  if (loaded.ok) return { layers, policy: loaded.policy };
  throw new Error(loaded.problems.map(({ message }) => message).join('\n'));
};

export const BALANCED: LayeredPolicy['layers'] = [{ name: 'balanced', text: 'extends: balanced\n' }];

export const openPolicyHome = async (
  layers: LayeredPolicy['layers'] = BALANCED,
  options: PlaceOptions = {},
): Promise<PolicyHome> => {
  let configured = layered(layers);
  const folder = mkdtempSync(join(tmpdir(), 'callgate-policy-'));
  let policies: OpenPolicyPlace | undefined;
  const place = await openPlace({
    policy: configured.policy,
    policies: (gateway: Gateway) => {
      policies = openPolicyPlace({
        home: { folder },
        config: '/etc/callgate.yaml',
        configured: () => configured,
        gateway,
        log: () => {},
      });
      return policies;
    },
    ...options,
  });
  if (policies === undefined) throw new Error('nobody asked for the policy');
  const opened = policies;
  return {
    ...place,
    policies: opened,
    configure: (others) => {
      configured = layered(others);
    },
    close: async () => {
      opened.close();
      await place.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
