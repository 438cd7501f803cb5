import { CallgateError } from '@callgate/core';
import { optionMessages } from '@callgate/messages/cli/options';
import { policyMessages } from '@callgate/messages/cli/policy';
import { commandErrors } from '@callgate/messages/errors/command';
import { homeErrors } from '@callgate/messages/errors/home';
import { countLoosened } from '@callgate/operations/policy';
import { flagOption, textOption } from '../options/option.ts';
import { comparisonText } from '../policy/comparison-text.ts';
import { parseCallCount, compareWith, comparisonDigest, comparisonJson } from '../policy/compare-with.ts';
import type { PolicyOffer } from '../policy/offer-policy.ts';
import { OFFER_ARGS, offerPolicy } from '../policy/offer-policy.ts';
import { homePolicyOperations, openPolicyHome, openPolicyToRead } from '../policy/policy-home.ts';
import { historyText } from '../policy/history-text.ts';
import { policyText } from '../policy/policy-text.ts';
import { rollBack } from '../policy/roll-back.ts';
import { shadowText } from '../policy/shadow-text.ts';
import { openOperationsAccess } from '../inbox/open-operations-access.ts';
import { now } from '../input/now.ts';
import { readSince } from '../options/read-moment.ts';
import { loadLayeredPolicy } from '../home/layered-policy.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { dim, write } from '../show/style.ts';
import type { Commands } from './command.ts';
import { command, requiredOption } from './command.ts';

/** Back to the policy that the configuration names. */
const restore = async (
  config: string | undefined,
  offer: Pick<PolicyOffer, 'reason' | 'calls' | 'digest' | 'json'>,
): Promise<void> => {
  const home = await openPolicyHome(config, { damaged: 'passed over' });
  const { policy } = home.everything.configured;
  if (home.active === null && !home.isDamaged) throw new CallgateError(homeErrors.policy.configuredInForce());
  if (home.isDamaged) process.stderr.write(`${policyMessages.activate.damaged}\n`);
  await offerPolicy(home, {
    ...offer,
    layers: null,
    policy,
    done: policyMessages.activate.restored,
  });
};

export const commands: Commands = {
  policy: command(
    {
      config: textOption(optionMessages.configOrDefault, { alias: 'c' }),
      json: flagOption(policyMessages.policy.json),
    },
    async (given) => {
      const home = await openPolicyToRead(given.config);
      const view = await homePolicyOperations(home).ask('policy.effective', {});
      write(given.json === true ? asciiJson(view, 2) : policyText(home, view));
    },
  ),
  'policy shadow': command(
    { since: textOption(policyMessages.shadow.since), json: flagOption(optionMessages.json) },
    async (given) => {
      const since = readSince(given.since ?? '7d', now().at);
      const access = await openOperationsAccess({ write: false });
      try {
        const report = await access.operations.ask('policy.shadow', { since });
        write(given.json === true ? asciiJson(report, 2) : shadowText(report));
        const [latest] = report.runs;
        if (latest !== undefined && latest.changes.runs + latest.changes.loosened > 0) process.exitCode = 2;
      } finally {
        await access.close();
      }
    },
  ),
  'policy history': command({ json: flagOption(optionMessages.json) }, async (given) => {
    const access = await openOperationsAccess({ write: false });
    try {
      const history = await access.operations.ask('policy.history', {});
      write(given.json === true ? asciiJson(history, 2) : historyText(history));
    } finally {
      await access.close();
    }
  }),
  'policy rollback': command(
    {
      revision: { type: 'positional', required: false, description: policyMessages.rollback.revision },
      'allow-loosening': flagOption(policyMessages.rollback.allowLoosening),
      ...OFFER_ARGS,
      json: flagOption(policyMessages.activate.json),
    },
    async (given) => {
      const reason = requiredOption(given.reason, 'reason', 'policy rollback');
      const { calls, digest, json = false, 'allow-loosening': allowLoosening = false } = given;
      const home = await openPolicyHome(given.config, { damaged: 'passed over' });
      await rollBack(home, { reason, calls, digest, json, allowLoosening, revision: given._[0] });
    },
  ),
  'policy compare': command(
    {
      policy: {
        type: 'positional',
        required: true,
        description: policyMessages.compare.policy,
      },
      config: textOption(optionMessages.configOrDefault, { alias: 'c' }),
      calls: { type: 'string', default: '1000', description: policyMessages.compare.calls },
      json: flagOption(optionMessages.json),
    },
    async (given) => {
      const home = await openPolicyToRead(given.config);
      const { layers, policy } = loadLayeredPolicy(given._);
      const base = home.effective.policy;
      const result = await compareWith(home, policy, parseCallCount(given.calls));
      const digest = comparisonDigest(layers, base, policy, result);
      write(
        given.json === true
          ? asciiJson({ ...comparisonJson(base, policy, result), digest }, 2)
          : `${comparisonText(base, policy, result)}\n${dim(`digest ${digest}`)}`,
      );
      if (countLoosened(result) > 0) process.exitCode = 2;
    },
  ),
  'policy activate': command(
    {
      policy: { type: 'positional', required: false, description: policyMessages.compare.policy },
      restore: flagOption(policyMessages.activate.restore),
      ...OFFER_ARGS,
      json: flagOption(policyMessages.activate.json),
    },
    async (given) => {
      const reason = requiredOption(given.reason, 'reason', 'policy activate');
      const { calls, digest, json = false } = given;
      if (given.restore === true) {
        if (given._.length > 0) throw new CallgateError(commandErrors.restoreTakesNone());
        return await restore(given.config, { reason, calls, digest, json });
      }
      if (given._.length === 0)
        throw new CallgateError(
          commandErrors.argumentMissing({ command: 'policy activate', argument: 'POLICY' }),
        );
      const home = await openPolicyHome(given.config);
      const { layers, policy } = loadLayeredPolicy(given._);
      await offerPolicy(home, {
        layers,
        policy,
        reason,
        calls,
        digest,
        json,
        done: policyMessages.activate.done,
      });
    },
  ),
};
