import type { ApproverDemand, CallKind, Labels, Outcome } from '@callgate/core';
import { CALL_KINDS, OUTCOMES, STRENGTHS } from '@callgate/core';
import { z } from 'zod';
import type { VoteVia } from '../confirm/vote.ts';
import type { CallRow, CallState, Settled, WaitingFor } from '../record/call-row.ts';
import { CALL_STATES } from '../record/call-row.ts';

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

const time = z.number();
const strength = z.enum(STRENGTHS);
const VIAS: readonly VoteVia[] = ['callback', 'terminal', 'console', 'elicitation', 'command-line'];

export const voteSchema: z.ZodType<CallVote> = z.strictObject({
  subject: z.string(),
  verdict: z.enum(['approve', 'refuse']),
  via: z.enum(VIAS),
  at: time,
  reason: z.string().nullable(),
});

/** What one person said about a call. */
export interface CallVote {
  readonly subject: string;
  readonly verdict: 'approve' | 'refuse';
  readonly via: VoteVia;
  readonly at: number;
  readonly reason: string | null;
}

export const callViewSchema: z.ZodType<CallView> = z.strictObject({
  id: z.string(),
  state: z.enum(CALL_STATES),
  waiting: z.enum(['people', 'hours', 'slot']).nullable(),
  principal: z.string(),
  delegation: z.array(z.string()),
  client: z.string().nullable(),
  context: z.string(),
  session: z.string(),
  authenticated: z.boolean(),
  kind: z.enum(CALL_KINDS),
  server: z.string(),
  target: z.string(),
  definition: z.string(),
  argumentsDigest: z.string(),
  outcome: z.enum(OUTCOMES),
  enforced: z.boolean(),
  policy: z.string(),
  rules: z.array(
    z.strictObject({ id: z.string(), outcome: z.enum(OUTCOMES).nullable(), reason: z.string() }),
  ),
  terms: z.enum(['plain', 'strong']),
  approvers: z.array(z.strictObject({ count: z.number(), group: z.string().exactOptional() })),
  labels: z.strictObject({ private: strength, untrusted: strength }),
  instance: z.string(),
  attempt: z.number(),
  grant: z.string().nullable(),
  twin: z.string().nullable(),
  ai: z.boolean(),
  receivedAt: time,
  heldAt: time.nullable(),
  expiresAt: time.nullable(),
  dispatchedAt: time.nullable(),
  endedAt: time.nullable(),
  fault: z.strictObject({ code: z.string(), message: z.string().nullable() }).nullable(),
  settled: z
    .strictObject({
      as: z.enum(['happened', 'did-not-happen']),
      by: z.string(),
      reason: z.string(),
      at: time,
    })
    .nullable(),
});
