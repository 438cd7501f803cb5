import type { ArgsDef } from 'citty';
import { callsOf, compareWith, comparedDigest, comparedJson } from '../policy/compare.ts';
import { comparisonText } from '../policy/compare-text.ts';
import { openPolicyHome, say } from '../policy/policy-home.ts';
import { layeredPolicy } from '../serve/layered-policy.ts';
import { putOffer } from '../serve/offer.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry, requiredOption } from './command-entry.ts';

const args = {
  policy: {
    type: 'positional',
    required: true,
    description: 'Policy files in the order of their layers, or preset names',
  },
  reason: { type: 'string', description: 'Why; it stands in the record' },
  config: {
    type: 'string',
    alias: 'c',
    description: 'The configuration; callgate.yaml here or in the folder of Callgate if absent',
  },
  calls: { type: 'string', default: '1000', description: 'How many of the last recorded calls are compared' },
  digest: { type: 'string', description: 'What was looked at, without being asked at a terminal' },
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
    const base = home.effective.policy;
    const result = await compareWith(home, policy, callsOf(given.calls));
    await putOffer(
      {
        text: comparisonText(base, policy, result),
        json: comparedJson(base, policy, result),
        digest: comparedDigest(layers, base, policy, result),
        accept: () => say(home, layers, policy, reason),
        done: 'it is in force: gateways that run take it within a moment, others when they start',
      },
      { digest: given.digest, json: given.json ?? false },
    );
  },
);
