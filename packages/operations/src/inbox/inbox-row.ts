import { digest } from '@callgate/core/receive';
import type { Vote } from '@callgate/gate/confirm';
import type { CallRow } from '@callgate/gate/record';
import { leadingReason, groupRefusalReason } from '@callgate/gate/confirm';
import type { CallView, CallVote, InboxRow } from '../api/inbox.ts';
import { marksOf } from './marks.ts';

type ToolKeyParts = Pick<CallRow, 'kind' | 'server' | 'target' | 'definition'>;

/** Calls of the same tool in the same definition have the same key. */
export const toolGroupKey = ({ kind, server, target, definition }: ToolKeyParts): string =>
  digest('alike', [kind, server, target, definition]);

export const callView = (row: CallRow): CallView => {
  const { rules, obligations } = row.decision;
  return {
    id: row.id,
    state: row.state,
    waiting: row.waiting,
    principal: row.principal.subject,
    delegation: row.principal.delegation,
    client: row.situation.client ?? null,
    context: row.context,
    session: row.session,
    authenticated: row.authenticated,
    kind: row.kind,
    server: row.server,
    target: row.target,
    definition: row.definition,
    argumentsDigest: row.argumentsDigest,
    outcome: row.outcome,
    enforced: row.enforced,
    policy: row.policy,
    rules: rules.map(({ id, outcome, reason }) => ({ id, outcome, reason })),
    terms: obligations.terms,
    approvers: obligations.approvers,
    labels: row.situation.labels,
    instance: row.instance,
    attempt: row.attempt,
    grant: row.grant,
    twin: row.twin,
    ai: row.ai,
    receivedAt: row.receivedAt,
    heldAt: row.heldAt,
    expiresAt: row.expiresAt,
    dispatchedAt: row.dispatchedAt,
    endedAt: row.endedAt,
    fault:
      row.fault === null
        ? null
        : { code: row.fault.code, message: obligations.redact.length > 0 ? null : row.fault.message },
    settled: row.settled,
  };
};

/** All of a held call that a list needs. */
export const inboxRow = (row: CallRow, agreed: number): InboxRow => ({
  ...callView(row),
  because: leadingReason(row.decision),
  marks: marksOf(row.decision),
  agreed,
  binding: row.binding ?? '',
  alike: toolGroupKey(row),
  notTogether: groupRefusalReason([row]) ?? null,
});

export const callVote = ({ subject, verdict, via, at, opened, reason }: Vote): CallVote => ({
  subject,
  verdict,
  via,
  at,
  opened,
  reason,
});
