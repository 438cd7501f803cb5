import type { CallView } from '@callgate/operations/socket';
import { delegationText } from '@callgate/gate/confirm';
import { display } from '@callgate/core';
import { LABEL_NAMES } from '@callgate/core/label';
import { bold, dim } from '../show/style.ts';
import { momentText, spanText } from '../show/time-text.ts';

export const toolText = ({ server, target }: Pick<CallView, 'server' | 'target'>): string =>
  `${display(server, { max: 80 })}/${display(target, { max: 200 })}`;

/** The principal, with the rest of the chain of delegation. */
export const principalText = ({
  principal,
  delegation,
}: Pick<CallView, 'principal' | 'delegation'>): string =>
  `${display(principal, { max: 200 })}${delegation.length === 0 ? '' : ` (delegation: ${delegationText(delegation)})`}`;

const labelsText = ({ labels }: CallView): string => {
  const raised = LABEL_NAMES.filter((name) => labels[name] !== 'none');
  return raised.length === 0
    ? ''
    : `the session has touched ${raised.map((name) => `${name} content (${labels[name]})`).join(' and ')}`;
};

const requirementsText = ({ approvers, terms }: CallView): string => {
  const people = approvers.map(
    ({ count, group }) => `${count} of ${group === undefined ? 'any who may' : display(group, { max: 80 })}`,
  );
  return [
    ...(people.length === 0 ? [] : [`has to agree: ${people.join(', ')}`]),
    ...(terms === 'strong' ? ['strong terms'] : []),
  ].join('; ');
};

/** Why people are asked: the rules that hold it, in the words of the policy. */
const reasonLines = ({ rules, outcome }: CallView): string[] =>
  rules
    .filter((rule) => rule.outcome === outcome)
    .map(({ id, reason }) => `${display(reason, { max: 300 })} (${display(id, { max: 80 })})`);

const timesText = ({ heldAt, receivedAt, expiresAt }: CallView, now: number): string => {
  const asked = `asked ${spanText(now - (heldAt ?? receivedAt))} ago`;
  if (expiresAt === null) return asked;
  return expiresAt > now ? `${asked}, ends in ${spanText(expiresAt - now)}` : `${asked}, its time is over`;
};

/** A call that waits, for people: who, what, why, and for how long. Its arguments are in the question. */
export const pendingCallText = (call: CallView, now: number): string =>
  [
    `${bold(toolText(call))}  ${display(call.id, { max: 128 })}`,
    `  for ${principalText(call)} in ${display(call.context, { max: 256 })}; ${timesText(call, now)}`,
    ...[
      ...reasonLines(call),
      labelsText(call),
      requirementsText(call),
      ...(call.twin === null
        ? []
        : [`the same call was let out before, as ${display(call.twin, { max: 128 })}`]),
    ]
      .filter((line) => line !== '')
      .map((line) => `  ${dim(line)}`),
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
    `  for ${principalText(call)}; sent ${momentText(call.dispatchedAt ?? call.receivedAt)}`,
    ...(call.fault === null
      ? []
      : [
          `  ${dim(`${display(call.fault.code, { max: 80 })}: ${display(call.fault.message ?? 'not shown, as it may quote what is secret', { max: 300 })}`)}`,
        ]),
  ].join('\n');
