import type { Decision, JsonObject } from '@callgate/core';
import { display } from '@callgate/core';
import type { FiredRule } from '@callgate/core/decide';
import type { CallAct } from '@callgate/core/label';
import { describeAct } from '@callgate/core/label';
import { approvalMessages } from '@callgate/messages/approval';
import { decisionMessages } from '@callgate/messages/decision';
import type { ApprovalRequest } from './approval-channel.ts';

const MAX_VALUE = 60;
const MAX_NAME = 80;

/** A file's own rules come after those it extends, and presets put the severe ones last: the last one leads. */
export const findLeadingRule = (
  { rules, outcome }: Decision,
  isWanted: (rule: FiredRule) => boolean = () => true,
): FiredRule | undefined =>
  rules.findLast((rule) => (rule.outcome === outcome || rule.counted === 'fault') && isWanted(rule));

/** Why people are asked, in the words of the policy; quotes no value of the call. */
export const leadingReason = (decision: Decision): string => {
  const asking = findLeadingRule(decision);
  if (asking !== undefined) return asking.reason;
  return decision.conflicts.length > 0 ? decisionMessages.reason.conflicting : decisionMessages.reason.noRule;
};

/** What a call does and to what. `args`: those that may be shown. */
export const actOf = (
  {
    kind,
    server,
    target,
    decisive,
    undeclared = [],
  }: Pick<ApprovalRequest, 'kind' | 'server' | 'target' | 'decisive' | 'undeclared'>,
  { facts }: Decision,
  args: JsonObject,
): CallAct =>
  describeAct({
    kind,
    server,
    target,
    decisive,
    undeclared,
    arguments: args,
    reads: facts.mutates === 'no',
  });

/** Three values take no more room than two. */
const valueMax = (values: CallAct['values']): number => {
  const length = values.reduce((sum, { name, text }) => sum + name.length + text.length, 0);
  return values.length > 2 && length > 4 * MAX_VALUE ? MAX_VALUE / 2 : MAX_VALUE;
};

const actText = ({ words, values, more, server, target }: CallAct): string => {
  const shownServer = display(server, { max: MAX_NAME });
  const max = valueMax(values);
  return approvalMessages
    .act<string>({
      words: words === null ? null : display(words.join(' '), { max: MAX_NAME }),
      values: values.map(({ as, name, text }) => ({
        as,
        name: display(name, { max }),
        text: display(text, { max }),
      })),
      more,
      tool: `${shownServer}/${display(target, { max: MAX_NAME })}`,
      server: shownServer,
    })
    .join('');
};

/** What a prompt begins with, safe to show. */
export interface Headline {
  /** The reason that the operator wrote, where they did; else what the call does and to what. */
  readonly title: string;
  /** What the call does and to what, where the title does not say it. */
  readonly act: string | null;
}

export const headlineOf = (question: ApprovalRequest): Headline => {
  const act = actText(actOf(question, question.decision, question.arguments));
  const { operatorReason } = question;
  return operatorReason === null
    ? { title: act, act: null }
    : { title: display(operatorReason, { max: 200 }), act };
};
