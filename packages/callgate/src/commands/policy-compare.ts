import { loosenedIn } from '@callgate/operations/policy';
import type { ArgsDef } from 'citty';
import { callsOf, compareWith, comparedDigest, comparedJson } from '../policy/compare.ts';
import { comparisonText } from '../policy/compare-text.ts';
import { openPolicyHome } from '../policy/policy-home.ts';
import { layeredPolicy } from '../serve/layered-policy.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { dim, write } from '../show/style.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry } from './command-entry.ts';

const args = {
  policy: {
    type: 'positional',
    required: true,
    description: 'Policy files in the order of their layers, or preset names',
  },
  config: {
    type: 'string',
    alias: 'c',
    description: 'The configuration; callgate.yaml here or in the folder of Callgate if absent',
  },
  calls: { type: 'string', default: '1000', description: 'How many of the last recorded calls' },
  json: { type: 'boolean', description: 'The same as JSON' },
} as const satisfies ArgsDef;

/** `callgate policy compare POLICY…` */
export const policyCompareCommand: CommandEntry = commandEntry(
  'policy compare',
  'How the last recorded calls would fare under another policy; exit code 2 where some would be asked less about',
  args,
  async ({ args: given }) => {
    const home = await openPolicyHome(given.config);
    const { layers, policy } = layeredPolicy(given._);
    const base = home.effective.policy;
    const result = await compareWith(home, policy, callsOf(given.calls));
    const digest = comparedDigest(layers, base, policy, result);
    write(
      given.json === true
        ? asciiJson({ ...comparedJson(base, policy, result), digest }, 2)
        : `${comparisonText(base, policy, result)}\n${dim(`digest ${digest}`)}`,
    );
    if (loosenedIn(result) > 0) process.exitCode = 2;
  },
);
