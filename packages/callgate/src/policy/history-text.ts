import { policyMessages } from '@callgate/messages/cli/policy';
import type { PolicyRevision } from '@callgate/operations/policy';
import { display } from '@callgate/core';
import { bold, dim } from '../show/style.ts';
import { momentText } from '../show/time-text.ts';

const { history: texts } = policyMessages;

const revisionText = (revision: PolicyRevision): string => {
  const { number, at, by, reason, policy, digest, restored, key, signature, config } = revision;
  const shown = texts.signature[signature]({ key: display(key, { max: 40 }) });
  return [
    `${bold(String(number))}  ${momentText(at)}  ${restored ? texts.restored : texts.activated}  ${bold(display(policy.name, { max: 120 }))}  ${display(by, { max: 80 })}: ${display(reason, { max: 500 })}`,
    dim(`   ${policy.revision}`),
    dim(`   ${digest}, ${texts.config({ path: display(config, { max: 200 }) })}`),
    `   ${signature === 'invalid' ? bold(shown) : dim(shown)}`,
  ].join('\n');
};

/** Policies that were put in force, the latest first. */
export const historyText = (history: readonly PolicyRevision[]): string =>
  history.length === 0 ? texts.none : [...history.map(revisionText), '', dim(texts.back)].join('\n');
