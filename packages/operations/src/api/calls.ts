import type { Labels, Outcome, Policy } from '@callgate/core';
import type { ApproverDemand } from '@callgate/core/decide';
import type { LabelName } from '@callgate/core/label';
import type { CallKind } from '@callgate/core/receive';
import type {
  ApproverFigures,
  CallState,
  CastVote,
  Page,
  PageRequest,
  Question,
  Settled,
  VoteResult,
  VoteVia,
  WaitingFor,
} from '@callgate/gate';
import type { DatabaseStatus, ServerStatus } from '@callgate/gateway';
import type { Change, Read } from './operation.ts';

/** One process with a gate in it, and what waits in the store that all of them share. */
export interface GateStatus {
  readonly v: 1;
  readonly instance: string;
  readonly pid: number;
  readonly startedAt: number;
  /** null where the process only works on the store. */
  readonly policy: Pick<Policy, 'name' | 'revision' | 'mode'> | null;
  readonly waiting: number;
  /** Calls whose outcome nobody knows; `more` where they were too many to count. */
  readonly unsettled: { readonly count: number; readonly more: boolean };
  /** Where the store is in a database. While that is away, nothing is counted. */
  readonly database?: DatabaseStatus;
  /** Why nothing can be written to the store any more. This process sends no call, and what is counted may be old. */
  readonly storeProblem?: { readonly code: string; readonly message: string };
  /** The MCP servers behind this process. */
  readonly servers?: readonly ServerStatus[];
}

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

/** What one person said about a call. */
export interface CallVote {
  readonly subject: string;
  readonly verdict: 'approve' | 'refuse';
  readonly via: VoteVia;
  readonly at: number;
  readonly reason: string | null;
}

/** Who votes and how the vote came is for the process to say that takes it, and not for the sender. */
export type LocalVote = Omit<CastVote, 'subject' | 'via' | 'inBand'>;

/** What the command line asks: calls as they stand in the store, whatever else the process knows. */
export interface CallsApi {
  readonly status: Read<Readonly<Record<never, never>>, GateStatus>;
  readonly 'calls.waiting': Read<PageRequest, Page<CallView>>;
  readonly 'calls.unsettled': Read<PageRequest, Page<CallView>>;
  readonly 'calls.show': Read<
    { readonly call: string },
    { readonly call: CallView; readonly votes: readonly CallVote[] } | null
  >;
  /** The only answer with arguments: who decides sees what is decided about. */
  readonly 'calls.question': Read<{ readonly call: string }, Question | null>;
  readonly 'calls.vote': Change<LocalVote, VoteResult>;
  readonly 'calls.voteGroup': Change<{ readonly votes: readonly LocalVote[] }, readonly VoteResult[]>;
  readonly 'calls.approvers': Read<{ readonly since: number }, readonly ApproverFigures[]>;
  /** False where the context does not have the label. */
  readonly 'sessions.declassifyContext': Change<
    {
      readonly principal: string;
      readonly context: string;
      readonly authenticated: boolean;
      readonly label: LabelName;
      readonly reason: string;
    },
    boolean
  >;
}
