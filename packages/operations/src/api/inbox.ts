import type { Decision, JsonObject, Labels, Outcome } from '@callgate/core';
import type { ApproverRequirement } from '@callgate/core/decide';
import type { CallAct, LabelName, Origin, Proof, LabelStrength } from '@callgate/core/label';
import type { CallKind } from '@callgate/core/receive';
import type { ArgumentRole } from '@callgate/core/vocabulary';
import type {
  AllowChoice,
  Grant,
  ApprovalRequest,
  VoteRefusal,
  VoteResult,
  VoteVia,
} from '@callgate/gate/confirm';
import type { Progress } from '@callgate/gate/host';
import type { CallState, Settlement, WaitReason } from '@callgate/gate/record';
import type { Alert, StorePage, PageRequest } from '@callgate/gate/store';
import type { GrantRefusal, GroupRefusal, MissingApproval, VoteReason } from '@callgate/messages/approval';
import type { ChangeEndpoint, ReadEndpoint } from './operation.ts';

/** Keys and indexes from the root of a value. */
export type ValuePath = readonly (string | number)[];

/** What makes a call look different from others. */
export const CALL_MARKS = [
  'strong',
  'irreversible',
  'destructive',
  'privileged',
  'agentic',
  'ai',
  'sensitive',
  'outward',
  'undescribed',
  'conflicting',
  'slow',
  'heavy',
] as const;
export type CallMark = (typeof CALL_MARKS)[number];

/** A call for viewers: no arguments, no ticket, and no words that quote a value of the call. */
export interface CallView {
  readonly id: string;
  readonly state: CallState;
  readonly waiting: WaitReason | null;
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
  /** The rules that fired, in the words of the policy. */
  readonly rules: readonly {
    readonly id: string;
    readonly outcome: Outcome | null;
    readonly reason: string;
  }[];
  readonly terms: 'plain' | 'strong';
  readonly approvers: readonly ApproverRequirement[];
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
  readonly settled: Settlement | null;
}

/** What one person said about a call. */
export interface CallVote {
  readonly subject: string;
  readonly verdict: 'approve' | 'refuse';
  readonly via: VoteVia;
  readonly at: number;
  readonly opened: boolean;
  readonly reason: string | null;
}

/** A call that waits for people. */
export interface InboxRow extends CallView {
  /** Why it was held, one sentence. Quotes no value of the call. */
  readonly because: string;
  /** In the order of `MARKS`. */
  readonly marks: readonly CallMark[];
  /** How many have agreed already. */
  readonly agreed: number;
  /** What a vote has to name. It changes when anything changes that an approval is bound to. */
  readonly binding: string;
  /** Calls with the same text are of the same tool in the same definition. */
  readonly alike: string;
  /** Why this call may not be approved together with others; null where it may. */
  readonly notTogether: GroupRefusal | null;
}

export interface InboxPage extends StorePage<InboxRow> {
  /** All that wait, whatever the filter. */
  readonly waiting: number;
  /** All that fit the filter. */
  readonly fitting: number;
}

/** All that is given must hold. */
export interface InboxFilter {
  readonly server?: string;
  readonly target?: string;
  readonly principal?: string;
  readonly session?: string;
  readonly alike?: string;
  readonly mark?: CallMark;
  /** Part of the names of server, tool, principal or context, or of the reason; letter case does not count. */
  readonly text?: string;
}

/** Calls of one tool in one definition that wait. */
export interface InboxGroup {
  readonly alike: string;
  readonly kind: CallKind;
  readonly server: string;
  readonly target: string;
  readonly count: number;
  /** Of the most urgent of them. */
  readonly expiresAt: number;
  readonly marks: readonly CallMark[];
  readonly principals: readonly string[];
  /** Why they may not be approved together; null where they may. They may always be refused together. */
  readonly notTogether: GroupRefusal | null;
}

/** A hint as it is believed, in plain words. */
export interface HintView {
  readonly name: string;
  readonly value: 'yes' | 'no' | 'unknown';
  readonly ground: 'observation' | 'operator' | 'review' | 'contract' | 'claim' | 'default';
  /** "can destroy"; empty where nobody knows. */
  readonly words: string;
  /** "observed", "by the operator", "reviewed", "enforced", "claimed", "default". */
  readonly groundWords: string;
  /** It asks for care: the value is not the relaxing one. */
  readonly care: boolean;
  /** What the server itself wrote: `annotations.destructiveHint says no`. Raw. */
  readonly claims: readonly string[];
}

/** What people are to be told before they decide. */
export interface CallNotice {
  readonly about:
    | 'delay'
    | 'cost'
    | 'load'
    | 'undo'
    | 'undo-unknown'
    | 'final'
    | 'unchanged'
    | 'destroys'
    | 'rights'
    | 'data'
    | 'agent'
    | 'model';
  readonly words: string;
  /** It asks for care, and is not only good to know. */
  readonly care: boolean;
}

/** A call that raised a label. */
export interface LabelCause {
  readonly call: string;
  /** null where the call is no longer known here. */
  readonly server: string | null;
  readonly target: string | null;
  readonly at: number | null;
}

export interface LabelHistory {
  readonly label: LabelName;
  /** As the call was judged. */
  readonly strength: LabelStrength;
  /** As the session has it now; null where it is over. */
  readonly now: LabelStrength | null;
  /** Earliest first, at most 16. */
  readonly causes: readonly LabelCause[];
}

/** The text a value was found in. */
export interface SourceExcerpt {
  /** Up to 160 characters before and after what is meant; all of it untrusted. */
  readonly text: string;
  /** What is meant, in `text`, end exclusive; null where all of it is. */
  readonly span: readonly [start: number, end: number] | null;
  /** Something of the source was left out before or after. */
  readonly cut: readonly [before: boolean, after: boolean];
}

/** Where a value comes from. */
export type ValueSource =
  /** What the person said. */
  | {
      readonly from: 'words';
      readonly via: 'host' | 'task' | 'intent';
      readonly excerpt: SourceExcerpt | null;
    }
  /** The result of an earlier call. */
  | {
      readonly from: 'result';
      readonly call: string;
      readonly server: string;
      readonly target: string;
      readonly path: ValuePath;
      readonly excerpt: SourceExcerpt | null;
      /** Why there is no excerpt; null where there is one. */
      readonly unknown: string | null;
    };

/** One value that decides something. Those that could not be traced come first. */
export interface DecisiveValue {
  /** From the root of the arguments; empty where the call as a whole is meant. */
  readonly path: ValuePath;
  readonly role: ArgumentRole | null;
  /** The value, or the part of it that counts, at most 200 characters; null where it is secret or not one value. */
  readonly text: string | null;
  readonly proven: boolean;
  /** What vouches for it, where something does. */
  readonly proof: Proof | null;
  /** null where nobody looked, because it does not matter here. */
  readonly origin: Origin | null;
  /** "From your request", "Not from your request; first seen in untrusted content". */
  readonly words: string;
  readonly source: ValueSource | null;
}

/** What would have to be different for the call to run by itself. */
export interface AutoConditions {
  /** Each alone is enough. Empty: nothing short of changing the policy. */
  readonly ways: readonly string[];
  /** Why that could not be worked out; null where it could. */
  readonly unknown: string | null;
}

/** Why an account cannot vote on a call. */
export type VoteIneligibility =
  /** It is over. */
  | 'CALL_OVER'
  /** It waits for something else than people. */
  | 'NOT_ASKED'
  | 'VIEWER'
  /** One of those who decide, but not about this: their own call, or a disabled account. */
  | 'OWN_OR_DISABLED'
  | 'NOT_LISTED'
  | 'VOTED';

/** How far a yes may reach. */
export interface GrantScopeOffer {
  readonly kind: 'once' | GrantScopeRequest['kind'];
  /** Its true reach. `inbox.scope` says it with uses, end and ties. */
  readonly words: string;
  /** Why there is no such grant here; null where there is. */
  readonly notPossible: GrantRefusal | null;
}

/** What a server says of its tool, raw, each at most 2,000 characters. */
export interface ToolTexts {
  readonly title: string | null;
  readonly description: string | null;
}

export interface InboxQuestion {
  /** As a channel gets it. What `veiled` names is null in `arguments`. */
  readonly question: Omit<ApprovalRequest, 'arguments' | 'decision'> & { readonly arguments: JsonObject };
  readonly kind: CallKind;
  /** null where this process does not know the tool as it was when the call was decided. */
  readonly tool: ToolTexts | null;
  /** It is known that the tool is not offered any more, or is defined otherwise now. */
  readonly toolChanged: boolean;
  readonly session: string;
  readonly authenticated: boolean;
  readonly state: CallState;
  readonly waiting: WaitReason | null;
  /** What came of it, where it is over. */
  readonly fault: { readonly code: string; readonly message: string | null } | null;
  /** Secret arguments that this caller is not shown: viewers see that they are there. */
  readonly veiled: readonly ValuePath[];
  readonly marks: readonly CallMark[];
  /** What it does and to what, of the arguments that are shown. */
  readonly act: CallAct;
  readonly because: string;
  /** In words, the deciding ones first; safe to show, some values in them went through `display`. */
  readonly reasons: readonly string[];
  readonly rules: Decision['rules'];
  readonly conflicts: readonly string[];
  readonly hints: readonly HintView[];
  readonly told: readonly CallNotice[];
  readonly automaticIf: AutoConditions;
  readonly labels: readonly LabelHistory[];
  readonly values: readonly DecisiveValue[];
  /** The verb of a deed that nobody asked for; null where that is not so or cannot be told. */
  readonly unasked: string | null;
  /** The verb of a deed that the request of the time does not ask for, though an earlier one may; else null. */
  readonly unaskedNow: string | null;
  /** Texts that decide nothing and do not stand in any request that is known, at most 100. */
  readonly unsaid: readonly ValuePath[];
  /**
   * What the call would change, line by line and safe to show; null where it was not run for that, and for viewers.
   * `wished`: the policy asks for it.
   */
  readonly preview: { readonly wished: boolean; readonly content: readonly string[] | null };
  readonly terms: 'plain' | 'strong';
  readonly votes: readonly CallVote[];
  readonly missing: readonly MissingApproval[];
  /** Why this caller's vote would not count; null where it would. */
  readonly voteBar: VoteIneligibility | null;
  readonly scopes: readonly GrantScopeOffer[];
  /** Paths that a grant on arguments may tie to the value they have here. */
  readonly ties: readonly ValuePath[];
  /** How many others wait that are alike. */
  readonly alike: {
    readonly key: string;
    readonly others: number;
    readonly notTogether: GroupRefusal | null;
  };
}

/** A yes to calls to come. `arguments`: those at `ties` have to be equal to what they are in this call. */
export type GrantScopeRequest = { readonly uses: number; readonly endsInMs: number } & (
  | { readonly kind: 'folder' | 'session' | 'tool' | 'destination' }
  | { readonly kind: 'arguments'; readonly ties: readonly ValuePath[] }
);

export interface VoteParams {
  readonly call: string;
  /** Of the question that the person saw. */
  readonly binding: string;
  readonly verdict: 'approve' | 'refuse';
  /** The person opened the whole arguments. */
  readonly opened: boolean;
  readonly reason?: string;
  readonly grant?: GrantScopeRequest;
  /** One of the question's `offers`, in place of `grant`; absent: this call. */
  readonly allow?: AllowChoice;
}

/** What became of a vote. */
export interface VoteOutcome {
  readonly state: VoteResult['state'];
  /** Why the vote did not count; null where it did. */
  readonly refusal: VoteRefusal | null;
  readonly refusedBecause: VoteReason | null;
  readonly missing: readonly MissingApproval[];
  readonly grant: GrantView | null;
  readonly noGrantBecause: GrantRefusal | null;
}

/** One of several with one word. */
export interface GroupVoteOutcome extends VoteOutcome {
  readonly call: string;
}

/** What a person looks at before they decide about several calls at once. */
export interface GroupCallView {
  readonly call: string;
  readonly binding: string;
  readonly principal: string;
  readonly context: string;
  readonly arguments: JsonObject;
  readonly veiled: readonly ValuePath[];
}

export interface GrantView {
  readonly grant: Grant;
  /** Its true scope, safe to show. */
  readonly words: string;
  readonly live: boolean;
}

/** A call whose outcome nobody knows. */
export interface UnsettledRow extends CallView {
  readonly marks: readonly CallMark[];
}

/** What a call in flight said of itself. */
export interface CallActivity extends Progress {
  readonly at: number;
}

/** A call that is out, or has just come back. Quick, plain ones are not told of. */
export interface RunningCall {
  readonly call: string;
  readonly principal: string;
  readonly context: string;
  readonly server: string;
  readonly target: string;
  readonly state: CallState;
  readonly marks: readonly CallMark[];
  readonly since: number;
  readonly endedAt: number | null;
  /** When it is given up on; null where it has no limit. */
  readonly until: number | null;
  /** The latest, where it tells any. */
  readonly progress: CallActivity | null;
  /** Of agentic ones all that is remembered, earliest first, at most 100. Raw. */
  readonly feed: readonly CallActivity[];
  /** Earlier entries that are no longer remembered. */
  readonly forgotten: number;
}

export interface InboxApi {
  /** Calls that wait for people, most urgent first: whose time is over first. */
  readonly 'inbox.list': ReadEndpoint<PageRequest & { readonly filter?: InboxFilter }, InboxPage>;
  /** The same by tool, the largest first. */
  readonly 'inbox.groups': ReadEndpoint<{ readonly filter?: InboxFilter }, readonly InboxGroup[]>;
  /** Also of a call that is over, as long as it was asked about. CALL_UNKNOWN. */
  readonly 'inbox.question': ReadEndpoint<{ readonly call: string }, InboxQuestion>;
  /** All calls that are one question with this one, in the order they came; empty where it is a question of its own. */
  readonly 'inbox.together': ReadEndpoint<{ readonly call: string }, readonly InboxQuestion[]>;
  /** How far a grant would reach, in its true words, or why there is none. */
  readonly 'inbox.scope': ReadEndpoint<
    { readonly call: string; readonly wish: GrantScopeRequest },
    { readonly words: string | null; readonly notPossible: GrantRefusal | null }
  >;
  /** One call and what people said about it, without its arguments. */
  readonly 'inbox.show': ReadEndpoint<
    { readonly call: string },
    { readonly call: CallView; readonly votes: readonly CallVote[] } | null
  >;
  /** What people are asked, with the whole arguments; null where nobody is or was asked. */
  readonly 'inbox.prompt': ReadEndpoint<{ readonly call: string }, ApprovalRequest | null>;
  /** A vote that does not count is answered with the code of its refusal. CALL_UNKNOWN. */
  readonly 'inbox.vote': ChangeEndpoint<VoteParams, VoteOutcome>;
  /** Calls with all their arguments, at most 100, and why they may not be approved together. */
  readonly 'inbox.group': ReadEndpoint<
    { readonly calls: readonly string[] },
    { readonly calls: readonly GroupCallView[]; readonly notTogether: GroupRefusal | null }
  >;
  /** One word on several calls, at most 100. An approval that is not allowed for all is refused: GROUP_REFUSED. */
  readonly 'inbox.voteGroup': ChangeEndpoint<
    {
      readonly calls: readonly { readonly call: string; readonly binding: string }[];
      readonly verdict: 'approve' | 'refuse';
      /** The person opened the whole arguments of each; false if absent. */
      readonly opened?: boolean;
      readonly reason?: string;
    },
    readonly GroupVoteOutcome[]
  >;
  /** Newest first. */
  readonly 'inbox.grants': ReadEndpoint<PageRequest & { readonly live: boolean }, StorePage<GrantView>>;
  /** GRANT_CHANGED where it was taken back before, or never was. */
  readonly 'inbox.revoke': ChangeEndpoint<{ readonly grant: string; readonly reason: string }, null>;
  /** Calls whose outcome nobody knows, earliest first. */
  readonly 'inbox.unsettled': ReadEndpoint<PageRequest, StorePage<UnsettledRow>>;
  /** CALL_CHANGED where another person was quicker. */
  readonly 'inbox.settle': ChangeEndpoint<
    { readonly call: string; readonly as: 'happened' | 'did-not-happen'; readonly reason: string },
    null
  >;
  /** Newest first. `message` went through `display` where others wrote it. */
  readonly 'inbox.alerts': ReadEndpoint<PageRequest, StorePage<Alert>>;
  /** Calls in flight that are slow, heavy, agentic, use AI or tell progress; and those that came back just now. */
  readonly 'inbox.activity': ReadEndpoint<Readonly<Record<never, never>>, readonly RunningCall[]>;
}
