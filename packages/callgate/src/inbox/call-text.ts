import type { CallView } from '@callgate/operations/socket';
import { delegationText } from '@callgate/gate/confirm';
import { display } from '@callgate/core';
import { LABEL_NAMES } from '@callgate/core/label';
import { approvalMessages } from '@callgate/messages/approval';
import { decisionMessages } from '@callgate/messages/decision';
import { everydayMessages } from '@callgate/messages/cli/everyday';
import { bold, dim } from '../show/style.ts';
import { momentText, spanText } from '../show/time-text.ts';

export const toolText = ({ server, target }: Pick<CallView, 'server' | 'target'>): string =>
  `${display(server, { max: 80 })}/${display(target, { max: 200 })}`;

const { inbox: text, prompt: promptText } = approvalMessages;

/** The principal, with the rest of the chain of delegation. */
export const principalText = ({
  principal,
  delegation,
}: Pick<CallView, 'principal' | 'delegation'>): string =>
  display(principal, { max: 200 }) +
  (delegation.length === 0 ? '' : text.delegation({ chain: delegationText(delegation) }));

/** What the session of a call has read, in words. */
export const readText = ({ labels }: Pick<CallView, 'labels'>): readonly string[] =>
  LABEL_NAMES.map((name) => decisionMessages.label[name][labels[name]])
    .filter((label) => label !== '')
    .map((label) => promptText.session({ label }));

const requirementsText = ({ approvers, terms }: CallView): readonly string[] => [
  ...(approvers.length === 0
    ? []
    : [
        promptText.needs({
          demands: approvers.map(({ count, group }) =>
            promptText.demand({
              count,
              group: group === undefined ? undefined : display(group, { max: 80 }),
            }),
          ),
        }),
      ]),
  ...(terms === 'strong' ? [promptText.extraChecks] : []),
];

/** Why people are asked: the rules that hold it, in the words of the policy. */
const reasonLines = ({ rules, outcome }: CallView): readonly string[] =>
  rules
    .filter((rule) => rule.outcome === outcome)
    .toReversed()
    .map(({ id, reason }) =>
      text.reason({ reason: display(reason, { max: 300 }), rule: display(id, { max: 80 }) }),
    );

const timesText = ({ heldAt, receivedAt, expiresAt }: CallView, now: number): string => {
  const asked = text.asked({ ago: spanText(now - (heldAt ?? receivedAt)) });
  if (expiresAt === null) return asked;
  return expiresAt > now ? text.expires({ asked, left: spanText(expiresAt - now) }) : text.expired({ asked });
};

const repeatText = (call: string): string => text.repeat({ call: display(call, { max: 128 }) });

/** A call that waits, for people: who, what, why, and for how long. Its arguments are in the question. */
export const pendingCallText = (call: CallView, now: number): string =>
  [
    `${bold(toolText(call))}  ${display(call.id, { max: 128 })}`,
    `  ${text.head({ who: principalText(call), context: display(call.context, { max: 256 }), times: timesText(call, now) })}`,
    ...[
      ...reasonLines(call),
      ...readText(call),
      ...requirementsText(call),
      ...(call.twin === null ? [] : [repeatText(call.twin)]),
    ].map((line) => `  ${dim(line)}`),
  ].join('\n');

const ONLY_IN_LISTS: ReadonlySet<string> = new Set([
  'because',
  'marks',
  'agreed',
  'binding',
  'alike',
  'notTogether',
]);

/** A call for programs, without what only lists need. */
export const callJson = (row: CallView): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([key]) => !ONLY_IN_LISTS.has(key)));

/** A call whose outcome nobody knows. */
export const indeterminateCallText = (call: CallView): string =>
  [
    `${bold(toolText(call))}  ${display(call.id, { max: 128 })}`,
    `  ${everydayMessages.inbox.unknownResult({ who: principalText(call), at: momentText(call.dispatchedAt ?? call.receivedAt) })}`,
    ...(call.fault === null
      ? []
      : [
          `  ${dim(`${display(call.fault.code, { max: 80 })}: ${display(call.fault.message ?? everydayMessages.inbox.faultHidden, { max: 300 })}`)}`,
        ]),
  ].join('\n');
