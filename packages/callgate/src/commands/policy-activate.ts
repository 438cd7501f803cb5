import type { ArgsDef } from 'citty';
import { OFFER_ARGS, offerPolicy } from '../policy/offer-policy.ts';
import { openPolicyHome } from '../policy/policy-home.ts';
import { layeredPolicy } from '../serve/layered-policy.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry, requiredOption } from './command-entry.ts';

const args = {
  policy: {
    type: 'positional',
    required: true,
    description: 'Policy files in the order of their layers, or preset names',
  },
  ...OFFER_ARGS,
  json: { type: 'boolean', description: 'What would change as JSON; activates only with --digest' },
} as const satisfies ArgsDef;

/** `callgate policy activate POLICY… --reason WHY` */
export const policyActivateCommand: CommandEntry = commandEntry(
  'policy activate',
  'Compare another policy with the last recorded calls, and put it in force in place of the configuration’s',
  args,
  async ({ args: given }) => {
    const reason = requiredOption(given.reason, 'reason', 'policy activate');
    const home = await openPolicyHome(given.config);
    const { layers, policy } = layeredPolicy(given._);
    await offerPolicy(home, {
      layers,
      policy,
      reason,
      calls: given.calls,
      digest: given.digest,
      json: given.json ?? false,
      done: 'it is in force: gateways that run take it within a moment, others when they start',
    });
  },
);
