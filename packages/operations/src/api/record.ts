import type { JsonObject, Labels, Outcome } from '@callgate/core';
import type { Belief } from '@callgate/core/disclose';
import type { UnprovenValue } from '@callgate/core/label';
import type { ApproverStatistics, Vote } from '@callgate/gate/confirm';
import type { CallState, RecordEvent, RecordOutcome, Settled, WaitingFor } from '@callgate/gate/record';
import type {
  AiUse,
  ApprovalTimes,
  ChartSlice,
  PromptFigures,
  RuleFigures,
  TimeSpan,
} from '@callgate/gate/store';
import type { Change, Download, Read } from './operation.ts';

/** Calls somebody looks for. All that is given must hold. */
export interface RecordFilter {
  readonly states?: readonly CallState[];
  readonly outcome?: Outcome;
  readonly server?: string;
  readonly tool?: string;
  readonly principal?: string;
  readonly session?: string;
  readonly ai?: boolean;
  /** In the name of its server or tool, or at the beginning of its id. */
  readonly text?: string;
  readonly since?: number;
  readonly until?: number;
}

/** One call in the list. */
export interface RecordCall {
  readonly id: string;
  readonly state: CallState;
  readonly outcome: Outcome;
  readonly enforced: boolean;
  readonly kind: string;
  readonly server: string;
  readonly target: string;
  readonly principal: string;
  readonly session: string;
  readonly ai: boolean;
  readonly receivedAt: number;
  readonly dispatchedAt: number | null;
  readonly endedAt: number | null;
  readonly attempt: number;
  /** The first of the rules that decided. */
  readonly rule: string | null;
  readonly fault: string | null;
}

export interface RecordPage {
  readonly items: readonly RecordCall[];
  /** Where to go on; null at the end. A page may be shorter than wished before the end, or even empty. */
  readonly next: string | null;
}

/** What a row tells besides what all rows tell, where it is of a kind that is known. */
export interface RowTold {
  readonly decided?: {
    readonly outcome: Outcome;
    readonly enforced: boolean;
    readonly rules: readonly string[];
    readonly waiting: WaitingFor | null;
    readonly grant: string | null;
    readonly twin: string | null;
    readonly attempt: number;
  };
  readonly vote?: {
    readonly subject: string;
    readonly verdict: Vote['verdict'];
    readonly via: string;
    readonly opened: boolean;
    readonly reason: string | null;
    readonly dwellMs: number;
  };
  readonly approvedBy?: readonly string[];
  readonly ended?: {
    readonly attempt: number;
    readonly ms: number | null;
    readonly isError: boolean;
    readonly result: JsonObject | null;
  };
  readonly fault?: { readonly code: string; readonly message: string };
  readonly settled?: { readonly as: Settled['as']; readonly by: string; readonly reason: string };
}

/** One row of the record. Sealed values stand as `{secret: fingerprint}`. */
export interface StoryRow extends RowTold {
  readonly seq: number;
  readonly at: number;
  readonly event: RecordEvent;
  readonly outcome: RecordOutcome | null;
  readonly principal: string;
  readonly tool: string;
  readonly call: string | null;
  readonly hash: string;
  /** All that the row says; null where its bytes are not a row. */
  readonly detail: JsonObject | null;
  /** What is wrong with it; null where it is what was recorded, as far as it and the row before tell. */
  readonly wrong: string | null;
  /** A signed checkpoint covers it. */
  readonly signed: boolean;
}

export interface StoryRule {
  readonly id: string;
  readonly layer: string;
  readonly outcome: Outcome | null;
  readonly reason: string;
  readonly counted: string;
}

/** Everything of one call. */
export interface CallStory {
  readonly call: RecordCall & {
    readonly context: string;
    readonly authenticated: boolean;
    readonly definition: string;
    readonly argumentsDigest: string;
    readonly policy: string;
    readonly waiting: WaitingFor | null;
    readonly twin: string | null;
    readonly heldAt: number | null;
    readonly expiresAt: number | null;
    readonly released: boolean;
    readonly settled: Settled | null;
  };
  /** Sealed values stand as `{secret: fingerprint}`. */
  readonly arguments: JsonObject;
  readonly decision: {
    readonly outcome: Outcome;
    readonly mode: 'enforce' | 'observe';
    readonly rules: readonly StoryRule[];
    readonly exceptions: readonly { readonly id: string; readonly rule: string; readonly reason: string }[];
    readonly reasons: readonly string[];
    readonly beliefs: Readonly<Record<string, Belief>>;
    readonly conflicts: readonly { readonly hints: readonly string[]; readonly between: readonly string[] }[];
  };
  readonly labels: Labels;
  readonly unproven: readonly UnprovenValue[];
  readonly votes: readonly Vote[];
  /** The grant that stood in for a person, in words of ours; null where none did. */
  readonly grant: { readonly id: string; readonly by: readonly string[]; readonly scope: string } | null;
  readonly rows: readonly StoryRow[];
}

export interface SignedCheckpoint {
  readonly size: number;
  readonly at: number;
  readonly key: string;
}

export interface VerifyProblem {
  readonly code: string;
  readonly seq: number | null;
  readonly call: string | null;
  readonly what: string;
}

/** What a verification found. */
export interface VerifyFound {
  readonly ok: boolean;
  readonly rows: number;
  readonly calls: number;
  readonly kept: number;
  readonly checkpoints: number;
  readonly signedRows: number;
  readonly anchoredRows: number;
  /** The first ones, the earliest row first. */
  readonly problems: readonly VerifyProblem[];
  /** How many there are in all. */
  readonly problemCount: number;
  readonly unknown: readonly string[];
  readonly key: string;
  readonly head: { readonly seq: number; readonly at: number; readonly hash: string };
  /** The latest. */
  readonly signed: readonly SignedCheckpoint[];
}

/** The verification that runs, or the last one that did. */
export interface VerifyJob {
  readonly state: 'never' | 'running' | 'done' | 'failed' | 'stopped';
  readonly job: string;
  readonly by: string;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly done: number;
  readonly of: number;
  readonly found: VerifyFound | null;
  readonly problem: { readonly code: string; readonly message: string; readonly help: string | null } | null;
}

/** That a signed checkpoint covers a row, derived just now. */
export interface ProvenRow {
  readonly seq: number;
  readonly hash: string;
  readonly checkpoint: SignedCheckpoint;
  /** Hashes in the proof. */
  readonly steps: number;
  /** Signed with the key of this Callgate. */
  readonly signed: boolean;
  readonly anchored: boolean;
}

/** How large the record is. */
export interface RecordSize {
  readonly rows: number;
  readonly firstAt: number | null;
  readonly lastAt: number | null;
  readonly hash: string;
  readonly checkpoint: SignedCheckpoint | null;
}

export interface RecordNames {
  readonly servers: readonly string[];
  readonly tools: readonly string[];
  readonly principals: readonly string[];
}

export interface ApprovalFigures {
  readonly all: ApprovalTimes;
  readonly people: readonly ApproverStatistics[];
}

type Nothing = Readonly<Record<never, never>>;

export interface RecordApi {
  readonly 'record.size': Read<Nothing, RecordSize>;
  readonly 'record.names': Read<Nothing, RecordNames>;
  readonly 'record.search': Read<
    { readonly filter: RecordFilter; readonly limit: number; readonly after?: string },
    RecordPage
  >;
  readonly 'record.story': Read<{ readonly call: string }, CallStory>;
  readonly 'record.row': Read<{ readonly seq: number }, StoryRow>;
  readonly 'record.proven': Read<{ readonly seq: number }, ProvenRow>;
  readonly 'record.proof': Download<{ readonly seq: number }>;
  readonly 'record.export': Download<{ readonly format: 'jsonl' | 'csv'; readonly filter: RecordFilter }>;
  readonly 'record.verified': Read<Nothing, VerifyJob>;
  /** Starts a verification, or gives the one that runs. */
  readonly 'record.verify': Change<Nothing, VerifyJob>;
  readonly 'record.stop': Change<Nothing, VerifyJob>;
  readonly 'record.chart': Read<
    TimeSpan & { readonly sliceMs: number; readonly by: 'outcome' | 'state' },
    readonly ChartSlice[]
  >;
  readonly 'record.prompts': Read<TimeSpan, PromptFigures>;
  readonly 'record.approvals': Read<TimeSpan, ApprovalFigures>;
  readonly 'record.rules': Read<TimeSpan, RuleFigures>;
  readonly 'record.ai': Read<TimeSpan, readonly AiUse[]>;
}
