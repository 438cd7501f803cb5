import type { JsonObject, Labels, Outcome } from '@callgate/core';
import type { HistoryReadings, Moment } from '@callgate/core/decide';
import type { SandboxPlace } from '@callgate/core/disclose';
import type { CallFault, CallState, WaitReason } from './call-row.ts';

/** The call as it came in, its secret values sealed. */
export interface RecordedRequest {
  readonly kind: string;
  readonly server: string;
  readonly target: string;
  readonly definition: string;
  readonly arguments: JsonObject;
  readonly argumentsDigest: string;
  readonly context: string;
  readonly session: string;
}

/** What was decided from, besides the request. */
export interface RecordedInput {
  /** Digest of the kept ToolInput. */
  readonly tool: string;
  readonly labels: Labels;
  readonly words: boolean;
  readonly origins: JsonObject;
  readonly principal: JsonObject;
  readonly time: Moment;
  /** Revision of the policy, which is the digest of the kept policy. */
  readonly policy: string;
  /** What its policy read of earlier calls; absent where it reads none. */
  readonly history?: HistoryReadings;
  /** The sessions whose calls were counted, where there are several. */
  readonly sessions?: readonly string[];
  /** What its tool reads and writes, where labels of one's own travel through it. */
  readonly store?: string;
  /** Where it was to run; absent where no sandbox is meant. */
  readonly sandbox?: SandboxPlace;
}

export interface RecordedDecision {
  /** Digest of the kept beliefs, facts, conflicts and conditions. */
  readonly kept: string;
  readonly outcome: Outcome;
  readonly mode: 'enforce' | 'observe';
  readonly enforced: boolean;
  readonly rules: readonly {
    readonly id: string;
    readonly outcome: Outcome | null;
    readonly counted: string;
  }[];
  readonly reasons: readonly string[];
  readonly obligations: { readonly aiTag: boolean; readonly redact: readonly string[] };
}

/** Of a row that tells of a decision. */
export interface DecisionDetail {
  readonly arrows: readonly string[];
  readonly request: RecordedRequest;
  readonly input: RecordedInput;
  readonly decision: RecordedDecision;
  readonly binding: string | null;
  readonly waiting: WaitReason | null;
  readonly grant: string | null;
  readonly twin: string | null;
  /** 0 before the first dispatch. */
  readonly attempt: number;
}

/** Of a row that moves a call. */
export interface TransitionDetail {
  readonly arrows: readonly string[];
  readonly from?: CallState | undefined;
  readonly fault?: CallFault | null | undefined;
}

/** Of `done`, `failed` and `indeterminate`. */
export interface EndDetail extends TransitionDetail {
  readonly attempt: number;
  readonly result?: JsonObject | null | undefined;
  readonly isError?: boolean | undefined;
  readonly ms?: number | undefined;
  readonly resources?: JsonObject | null | undefined;
}

export interface ApprovalDetail {
  readonly by: readonly string[];
  readonly binding?: string | null | undefined;
}

export interface VoteDetail {
  readonly subject: string;
  readonly verdict: 'approve' | 'refuse';
  readonly via: string;
  readonly opened: boolean;
  readonly reason: string | null;
  /** When the person decided; missing in rows of earlier versions. */
  readonly at?: number | undefined;
  /** From being asked to the word. */
  readonly dwellMs: number;
  readonly binding?: string | null | undefined;
}

export interface SettlementDetail {
  readonly as: 'happened' | 'did-not-happen';
  readonly by: string;
  readonly reason: string;
}

export interface GrantDetail {
  readonly grant: {
    readonly id: string;
    readonly uses: number;
    readonly endsAt: number;
    readonly by: readonly string[];
  };
}

/** Of `grant-used` and `grant-revoked`. */
export interface GrantUseDetail {
  readonly grant: string;
}

/** Of `rerouted`. */
export interface RerouteDetail {
  readonly session: string;
  readonly model: string;
  readonly instead: string;
  readonly reasons: readonly string[];
  readonly cost: number | null;
  readonly saved: number | null;
}

/** Of `opened` and `policy`. */
export interface PolicyDetail {
  readonly policy: string;
}

/** Of the kept text that `RecordedDecision.kept` names. */
export interface KeptDecision {
  readonly beliefs: Readonly<
    Record<string, { readonly value: 'yes' | 'no' | 'unknown'; readonly ground: string }>
  >;
}
