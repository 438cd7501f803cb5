import type { CallgateError } from '@callgate/core';
import type { GrantRefusal, MissingApproval, VoteReason } from '@callgate/messages/approval';
import type { ContextName } from '../receive/call-request.ts';
import type { CallRow, Settlement } from '../record/call-row.ts';
import type { FileChangeEvent } from '../record/file-changes.ts';
import type { ArgumentConstraint, Grant } from '../record/grant.ts';
import type { VoteVia } from '../record/vote.ts';
import type { StoreReader } from '../store/store-reader.ts';
import type { AllowChoice } from './allow-offers.ts';
import type { ApprovalRequest } from './approval-channel.ts';
import type { InBandConnection } from './in-band.ts';

/** How far a person wants their yes to reach. */
export type RequestedGrantScope =
  | { readonly kind: 'session' }
  | { readonly kind: 'destination' }
  | { readonly kind: 'folder' }
  | { readonly kind: 'tool' }
  | { readonly kind: 'arguments'; readonly constraints: readonly ArgumentConstraint[] };

export interface VoteRequest {
  readonly call: string;
  readonly subject: string;
  readonly verdict: 'approve' | 'refuse';
  readonly via: VoteVia;
  /** What the person saw. A vote on anything else does not count. */
  readonly binding: string;
  readonly opened: boolean;
  readonly reason?: string;
  /** Of an answer over the agent's own connection (`elicitation`). Without it such an answer does not count. */
  readonly inBand?: InBandAnswer;
  /** Give a grant too, if this vote completes the approval and its terms allow one. */
  readonly grant?: RequestedGrantScope & { readonly uses: number; readonly endsInMs: number };
}

/** How an answer over the agent's own connection came. */
export interface InBandAnswer {
  readonly connection: InBandConnection;
  /** What `askInBand` gave. */
  readonly receipt: string;
  /** What the person typed. */
  readonly code?: string;
  /** What the person chose; absent: this call. */
  readonly allow?: AllowChoice;
  /** How long ago the person must have answered at the latest: what was approved has run for so long since. */
  readonly afterAnswerMs?: number;
}

/** A question as it is shown over the agent's own connection. */
export interface ShownInBand {
  readonly text: string;
  /** False where the whole arguments are shown only on demand: no yes to this text counts. */
  readonly canApprove: boolean;
  /** What the person can choose besides this call only. */
  readonly allows?: readonly AllowChoice[];
}

/** Shows a question over the agent's own connection. `code` is null where the connection can only say yes or no. */
export type InBandFormatter = (question: ApprovalRequest, code: string | null) => ShownInBand | undefined;

/** Shows several questions as one; each is answered by itself. Undefined where they do not fit. */
export type InBandGroupFormatter = (
  questions: readonly ApprovalRequest[],
  code: string,
) => string | undefined;

/** Questions that go out together over the agent's own connection now. */
export interface InBandGroup {
  readonly text: string;
  readonly questions: readonly {
    readonly question: ApprovalRequest;
    /** Whose answer it is. */
    readonly subject: string;
    /** Comes back with the answer. */
    readonly receipt: string;
  }[];
}

/** A question that goes out over the agent's own connection now, or why none does. */
export type InBandQuestion =
  | {
      readonly asked: true;
      readonly question: ApprovalRequest;
      readonly text: string;
      /** Whose answer it is. */
      readonly subject: string;
      /** Comes back with the answer. */
      readonly receipt: string;
    }
  | { readonly asked: false; readonly because: VoteReason };

/**
 * Why a vote does not count: nothing is asked any more, something else is asked, the account may not decide, the
 * arguments were not opened, the person voted before, or another reason.
 */
export type VoteRefusal =
  | 'CALL_CHANGED'
  | 'QUESTION_CHANGED'
  | 'VOTE_FORBIDDEN'
  | 'VOTE_UNOPENED'
  | 'VOTE_TWICE'
  | 'VOTE_UNCOUNTED';

export interface VoteResult {
  readonly state: CallRow['state'];
  /** Set where the vote did not count. */
  readonly refusal?: VoteRefusal;
  readonly refusedBecause?: VoteReason;
  readonly missing: readonly MissingApproval[];
  readonly grant?: Grant;
  /** Why no grant was given although one was wished for. */
  readonly noGrantBecause?: GrantRefusal;
}

/** Declassifies one label of one context. */
export interface DeclassifyRequest extends ContextName {
  /** `private`, `untrusted`, or a label of one's own. */
  readonly label: string;
  readonly by: string;
  readonly reason: string;
}

/** Takes one label of a store away: `server notes`, or the `store` the operator named. */
export interface DeclassifyStoreRequest {
  readonly store: string;
  readonly label: string;
  readonly by: string;
  readonly reason: string;
}

/** Where people decide. Works on the store alone, so that any process may sit at it. */
export interface ApprovalService {
  readonly read: StoreReader;
  /** Why nothing can be written any more; undefined as long as it can. Looks now whether the store is still there. */
  storeProblem(): CallgateError | undefined;
  question(call: string): Promise<ApprovalRequest | undefined>;
  /** Those of the calls that wait for people, by question: what came together and is independent is one. */
  group(calls: readonly string[]): Promise<readonly (readonly string[])[]>;
  /** Makes a question for the agent's own connection, where an answer over it would count. `show` gives no text where it does not fit. */
  askInBand(call: string, connection: InBandConnection, show: InBandFormatter): Promise<InBandQuestion>;
  /** The same for calls that came together. Undefined where fewer than two of them may be asked about together there. */
  askTogetherInBand(
    calls: readonly string[],
    connection: InBandConnection,
    show: InBandGroupFormatter,
  ): Promise<InBandGroup | undefined>;
  vote(vote: VoteRequest): Promise<VoteResult>;
  /** Alike calls with one word: only if each is believed reversible, not destroying, and its session unlabelled. */
  voteGroup(votes: readonly VoteRequest[]): Promise<readonly VoteResult[]>;
  revoke(grant: string, by: string, reason: string): Promise<boolean>;
  /** A person's word on a call whose outcome nobody knows. False if it is not indeterminate, or settled already. */
  settle(call: string, settled: Omit<Settlement, 'at'>): Promise<boolean>;
  /** Leaves a row of file changes of a call that were committed, discarded or undone. */
  filesChanged(event: FileChangeEvent): Promise<void>;
  declassify(what: DeclassifyRequest): Promise<boolean>;
  /** The same for what was written into a store. False if nothing was. */
  declassifyStore(what: DeclassifyStoreRequest): Promise<boolean>;
}
