import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Gateway } from '@callgate/gateway';
import { loadPolicy } from '@callgate/policy';
import type { LayeredPolicy } from '../../../callgate/src/home/layered-policy.ts';
import type { PolicyFollower } from '../../../callgate/src/serve/follow-policy-file.ts';
import { followPolicyFile } from '../../../callgate/src/serve/follow-policy-file.ts';
import type { TestConsole, TestConsoleOptions } from '../test-console.ts';
import { openTestConsole } from '../test-console.ts';

/** A place whose policy is kept in a file, as `callgate up` keeps it. */
export interface PolicyConsole extends TestConsole {
  readonly policies: PolicyFollower;
  /** The configuration names another policy from now on. */
  configure(layers: LayeredPolicy['layers']): void;
}

const layered = (layers: LayeredPolicy['layers']): LayeredPolicy => {
  const loaded = loadPolicy(layers);
  if (loaded.ok) return { layers, policy: loaded.policy };
  throw new Error(loaded.problems.map(({ message }) => message).join('\n'));
};

export const BALANCED: LayeredPolicy['layers'] = [{ name: 'balanced', text: 'extends: balanced\n' }];

export const openPolicyConsole = async (
  layers: LayeredPolicy['layers'] = BALANCED,
  options: TestConsoleOptions = {},
): Promise<PolicyConsole> => {
  let configured = layered(layers);
  const folder = mkdtempSync(join(tmpdir(), 'callgate-policy-'));
  let policies: PolicyFollower | undefined;
  const place = await openTestConsole({
    policy: configured.policy,
    policies: (gateway: Gateway) => {
      policies = followPolicyFile({
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
