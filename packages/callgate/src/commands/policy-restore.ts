import { CallgateError } from '@callgate/core';
import type { ArgsDef } from 'citty';
import { OFFER_ARGS, offerPolicy } from '../policy/offer-policy.ts';
import { openPolicyHome } from '../policy/policy-home.ts';
import { readPolicyFile } from '../serve/policy-file.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry, requiredOption } from './command-entry.ts';

const args = {
  ...OFFER_ARGS,
  json: { type: 'boolean', description: 'What would change as JSON; goes back only with --digest' },
} as const satisfies ArgsDef;

const isDamaged = (folder: string, config: string): boolean => {
  try {
    readPolicyFile(folder, config);
    return false;
  } catch (error) {
    if (error instanceof CallgateError) return true;
    throw error;
  }
};

/** `callgate policy restore --reason WHY` */
export const policyRestoreCommand: CommandEntry = commandEntry(
  'policy restore',
  'Go back to the policy that the configuration names',
  args,
  async ({ args: given }) => {
    const reason = requiredOption(given.reason, 'reason', 'policy restore');
    const home = await openPolicyHome(given.config, { damaged: 'passed over' });
    const { policy } = home.everything.configured;
    const damaged = isDamaged(home.paths.folder, home.path);
    if (home.active === null && !damaged)
      throw new CallgateError('POLICY_NOT_ACTIVATED', 'the policy that the configuration names is in force', {
        help: 'there is nothing to go back from',
      });
    if (damaged)
      process.stderr.write(
        'note: what was activated cannot be read, so nobody can tell what would change; it is compared with itself\n',
      );
    await offerPolicy(home, {
      layers: null,
      policy,
      reason,
      calls: given.calls,
      digest: given.digest,
      json: given.json ?? false,
      done: 'the policy that the configuration names is in force',
    });
  },
);
