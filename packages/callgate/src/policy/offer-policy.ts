import type { Policy } from '@callgate/core';
import { optionMessages } from '@callgate/messages/cli/options';
import { policyMessages } from '@callgate/messages/cli/policy';
import type { TextOption } from '../options/option.ts';
import { textOption } from '../options/option.ts';
import { putOffer } from '../accept/offer.ts';
import type { PolicyWord } from '../home/policy-file.ts';
import { callsOf, compareWith, comparedDigest, comparedJson } from './compare.ts';
import { comparisonText } from './compare-text.ts';
import type { PolicyHome } from './policy-home.ts';
import { say } from './policy-home.ts';

/** What every command takes that puts another policy in force. */
export const OFFER_ARGS: Readonly<Record<'reason' | 'config' | 'digest', TextOption>> & {
  readonly calls: TextOption & { readonly default: string };
} = {
  reason: textOption(optionMessages.reason),
  config: textOption(optionMessages.configOrDefault, { alias: 'c' }),
  calls: { type: 'string', default: '1000', description: policyMessages.activate.calls },
  digest: textOption(optionMessages.digest),
};

export interface OfferedPolicy {
  /** null: back to what the configuration names. */
  readonly layers: PolicyWord['layers'];
  readonly policy: Policy;
  readonly reason: string;
  readonly calls: string;
  readonly digest: string | undefined;
  readonly json: boolean;
  /** Said when it is in force. */
  readonly done: string;
}

/** Shows what would change with the last recorded calls, and puts the policy in force where somebody agrees. */
export const offerPolicy = async (
  home: PolicyHome,
  { layers, policy, reason, calls, digest, json, done }: OfferedPolicy,
): Promise<void> => {
  const base = home.effective.policy;
  const result = await compareWith(home, policy, callsOf(calls));
  await putOffer(
    {
      text: comparisonText(base, policy, result),
      json: comparedJson(base, policy, result),
      digest: comparedDigest(layers, base, policy, result),
      accept: () => say(home, layers, policy, reason),
      done,
    },
    { digest, json },
  );
};
