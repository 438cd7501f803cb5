import type { Policy } from '@callgate/core';
import { CallgateError, display } from '@callgate/core';
import { optionMessages } from '@callgate/messages/cli/options';
import { policyMessages } from '@callgate/messages/cli/policy';
import { policyErrors } from '@callgate/messages/errors/policy';
import type { PolicyProblem } from '@callgate/policy';
import type { ComparisonResult } from '@callgate/operations/policy';
import { compareHints, diffPolicies } from '@callgate/operations/policy';
import type { TextOption } from '../options/option.ts';
import { textOption } from '../options/option.ts';
import { presentOffer } from '../accept/offer.ts';
import { checkApprovers } from '../check/check-approvers.ts';
import { now } from '../input/now.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { bold, write } from '../show/style.ts';
import type { PolicyOverride } from '../home/policy-file.ts';
import { parseCallCount, compareWith, comparisonDigest, comparisonJson } from './compare-with.ts';
import { comparisonText } from './comparison-text.ts';
import type { PolicyHome } from './policy-home.ts';
import { saveOverride } from './policy-home.ts';

/** What every command takes that puts another policy in force. */
export const OFFER_ARGS: Readonly<Record<'reason' | 'config' | 'digest', TextOption>> & {
  readonly calls: TextOption & { readonly default: string };
} = {
  reason: textOption(optionMessages.reason),
  config: textOption(optionMessages.configOrDefault, { alias: 'c' }),
  calls: { type: 'string', default: '1000', description: policyMessages.activate.calls },
  digest: textOption(optionMessages.digest),
};

export interface PolicyOffer {
  /** null: back to what the configuration names. */
  readonly layers: PolicyOverride['layers'];
  readonly policy: Policy;
  readonly reason: string;
  readonly calls: string;
  readonly digest: string | undefined;
  readonly json: boolean;
  /** False: an offer that removes restrictions is shown and refused. */
  readonly allowLoosening?: boolean;
  /** Said when it is in force. */
  readonly done: string;
}

const warningText = ({ message, help }: PolicyProblem): string =>
  bold([policyMessages.policy.warning({ message: display(message, { max: 300 }) }), help ?? ''].join('. '));

/** Recorded calls and pinned tools show only what was met: all hints are compared too. */
const mayLoosen = (base: Policy, policy: Policy, compared: ComparisonResult): boolean => {
  const { isLoosened, isUnsure } = diffPolicies(base, policy, compareHints(base, policy, now()), compared);
  return isLoosened || isUnsure;
};

/** Shows what would change with the last recorded calls, and puts the policy in force after a yes. */
export const offerPolicy = async (
  home: PolicyHome,
  { layers, policy, reason, calls, digest, json, done, allowLoosening = true }: PolicyOffer,
): Promise<void> => {
  const base = home.effective.policy;
  const result = await compareWith(home, policy, parseCallCount(calls));
  if (!allowLoosening && mayLoosen(base, policy, result)) {
    write(json ? asciiJson(comparisonJson(base, policy, result), 2) : comparisonText(base, policy, result));
    throw new CallgateError(policyErrors.loosens());
  }
  const { config } = home.everything;
  const warnings = checkApprovers(policy, config.people, { file: home.path, line: 1, column: 1 });
  await presentOffer(
    {
      kind: 'activate',
      text: [comparisonText(base, policy, result), ...warnings.map(warningText)].join('\n'),
      json: { ...comparisonJson(base, policy, result), warnings: warnings.map(({ message }) => message) },
      digest: comparisonDigest(layers, base, policy, result),
      accept: () => saveOverride(home, layers, policy, reason),
      done,
    },
    { digest, json },
  );
};
