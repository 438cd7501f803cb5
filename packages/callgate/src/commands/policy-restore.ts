import { CallgateError } from '@callgate/core';
import type { ArgsDef } from 'citty';
import { callsOf, compareWith, comparedDigest, comparedJson } from '../policy/compare.ts';
import { comparisonText } from '../policy/compare-text.ts';
import { openPolicyHome, say } from '../policy/policy-home.ts';
import { putOffer } from '../serve/offer.ts';
import { readPolicyFile } from '../serve/policy-file.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry, requiredOption } from './command-entry.ts';

const args = {
  reason: { type: 'string', description: 'Why; it stands in the record' },
  config: {
    type: 'string',
    alias: 'c',
    description: 'The configuration; callgate.yaml here or in the folder of Callgate if absent',
  },
  calls: { type: 'string', default: '1000', description: 'How many of the last recorded calls are compared' },
  digest: { type: 'string', description: 'What was looked at, without being asked at a terminal' },
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
    const base = home.effective.policy;
    const result = await compareWith(home, policy, callsOf(given.calls));
    await putOffer(
      {
        text: comparisonText(base, policy, result),
        json: comparedJson(base, policy, result),
        digest: comparedDigest(null, base, policy, result),
        accept: () => say(home, null, policy, reason),
        done: 'the policy that the configuration names is in force',
      },
      { digest: given.digest, json: given.json ?? false },
    );
  },
);
