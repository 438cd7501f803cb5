import type { Labels, Outcome } from '@callgate/core';
import type { ApproverDemand } from '@callgate/core/decide';
import type { CallKind } from '@callgate/core/receive';
import type { CallRow, CallState, Settled, VoteVia, WaitingFor } from '@callgate/gate';

/** A call for whoever looks from outside: no arguments, no ticket, and no words that quote a value of the call. */
export interface CallView {
  readonly id: string;
  readonly state: CallState;
  readonly waiting: WaitingFor | null;
  readonly principal: string;
  /** The rest of the chain of delegation, nearest first: everybody else whose call it is. Empty where there is none. */
  readonly delegation: readonly string[];
  /** What the client calls itself, which proves nothing; null where that is not known. */
  readonly client: string | null;
  readonly context: string;
  readonly session: string;
  readonly authenticated: boolean;
  readonly kind: CallKind;
  readonly server: string;
  readonly target: string;
  readonly definition: string;
  readonly argumentsDigest: string;
  readonly outcome: Outcome;
  readonly enforced: boolean;
  readonly policy: string;
  /** The rules that fired, in the words of whoever wrote the policy. */
  readonly rules: readonly {
    readonly id: string;
    readonly outcome: Outcome | null;
    readonly reason: string;
  }[];
  readonly terms: 'plain' | 'strong';
  readonly approvers: readonly ApproverDemand[];
  readonly labels: Labels;
  readonly instance: string;
  readonly attempt: number;
  readonly grant: string | null;
  readonly twin: string | null;
  readonly ai: boolean;
  readonly receivedAt: number;
  readonly heldAt: number | null;
  readonly expiresAt: number | null;
  readonly dispatchedAt: number | null;
  readonly endedAt: number | null;
  /** What went wrong. The message is null where values of the call are secret: it may quote them. */
  readonly fault: { readonly code: string; readonly message: string | null } | null;
  readonly settled: Settled | null;
}

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

/** What one person said about a call. */
export interface CallVote {
  readonly subject: string;
  readonly verdict: 'approve' | 'refuse';
  readonly via: VoteVia;
  readonly at: number;
  readonly reason: string | null;
}
