import { approvalMessages } from '@callgate/messages/approval';
import { dispatchMessages } from '@callgate/messages/dispatch';
import type { ApprovalBinding } from '../confirm/approval-binding.ts';
import { listBindingChanges } from '../confirm/approval-binding.ts';
import { hasNewAskingRule } from '../confirm/grants.ts';
import { severityReason } from '../confirm/in-band.ts';
import { judgeQuorum } from '../confirm/quorum.ts';
import type { DecidedCall } from '../decide/decide-call.ts';
import { getShownChanges } from '../record/call-details.ts';
import type { CallRow } from '../record/call-row.ts';
import type { Vote } from '../record/vote.ts';
import type { GateParts } from './gate-parts.ts';

const shownChanges = (row: CallRow): Pick<ApprovalBinding, 'changes'> => {
  const changes = getShownChanges(row);
  return changes === null ? {} : { changes };
};

/** Everything an approval of this call is bound to. */
export const getApprovalBinding = (row: CallRow): ApprovalBinding => ({
  principal: row.principal,
  server: row.server,
  ...(row.situation.identity === undefined ? {} : { serverIdentity: row.situation.identity }),
  kind: row.kind,
  target: row.target,
  definition: row.definition,
  argumentsDigest: row.argumentsDigest,
  ...shownChanges(row),
  labels: row.situation.labels,
  policy: row.policy,
  expiresAt: row.expiresAt ?? 0,
});

/** What has become stricter since people were asked about a call, in words. Empty: what they say still holds. */
export const listTightenings = (
  parts: Pick<GateParts, 'people' | 'inBand'>,
  row: CallRow,
  votes: readonly Vote[],
  { call, tool, identity, decision, situation }: DecidedCall,
): readonly string[] => {
  const { serverIdentity: _then, ...bound } = getApprovalBinding(row);
  const changed = listBindingChanges(getApprovalBinding(row), {
    ...bound,
    ...(identity === undefined ? {} : { serverIdentity: identity }),
    principal: call.principal,
    definition: tool.tool.definition,
    labels: situation.labels,
    policy: decision.policy,
  });
  if (row.state !== 'approved' || decision.outcome === 'block') return changed;
  const { terms } = decision.obligations;
  if (hasNewAskingRule(row.decision, decision)) return [...changed, dispatchMessages.voided.otherRule];
  if (terms === 'strong' && row.decision.obligations.terms === 'plain')
    return [...changed, dispatchMessages.voided.stricterTerms];
  const isSevere =
    parts.inBand.answersInBand === false ||
    severityReason({ decision, origins: situation.origins, trust: tool.tool.server.trust }) !== undefined;
  const agreed = [row.decision, decision].every(
    ({ obligations }) =>
      judgeQuorum({
        demands: obligations.approvers,
        terms: obligations.terms,
        votes,
        people: parts.people,
        requester: row.principal,
        isSevere,
      }).state === 'approved',
  );
  return agreed ? changed : [...changed, approvalMessages.vote.approvalsNotEnough];
};
