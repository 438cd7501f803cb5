import type { JsonObject, Labels, Outcome } from '@callgate/core';
import type { Belief } from '@callgate/core/disclose';
import type { UnprovenValue } from '@callgate/core/label';
import type {
  AuditReport,
  AuditReportOptions,
  EntryProblem,
  VerifyGap,
  VerifyVerdict,
} from '@callgate/gate/audit';
import type { ApproverStatistics, Vote } from '@callgate/gate/confirm';
import type {
  CallState,
  AuditEventName,
  AuditEntryOutcome,
  ParsedEntry,
  Settlement,
  WaitReason,
} from '@callgate/gate/record';
import type {
  AiUsage,
  ApprovalTimes,
  ChartSlice,
  PromptFigures,
  RuleFigures,
  TimeSpan,
} from '@callgate/gate/store';
import type { ChangeEndpoint, DownloadEndpoint, ReadEndpoint } from './operation.ts';

/** A search for calls. All that is given must hold. */
export interface AuditFilter {
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
export interface AuditCall {
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
  /** The grant that let it run without a question. */
  readonly grant: string | null;
  readonly fault: string | null;
}

export interface AuditPage {
  readonly items: readonly AuditCall[];
  /** Where to go on; null at the end. A page may be shorter than wished before the end, or even empty. */
  readonly next: string | null;
}

/** What a row tells besides what all rows tell, where it is of a kind that is known. */
export interface AuditEntryDetails {
  readonly decided?: {
    readonly outcome: Outcome;
    readonly enforced: boolean;
    readonly rules: readonly string[];
    readonly waiting: WaitReason | null;
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
  readonly settled?: { readonly as: Settlement['as']; readonly by: string; readonly reason: string };
}

/** One row of the record. Sealed values stand as `{secret: fingerprint}`. */
export interface AuditEntryView extends AuditEntryDetails {
  readonly seq: number;
  readonly at: number;
  readonly event: AuditEventName;
  readonly outcome: AuditEntryOutcome | null;
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

/** An entry as it is stored. Secrets stay sealed. */
export interface AuditEntryLine {
  readonly seq: number;
  readonly json: string;
  /** null where its bytes are not an entry. */
  readonly entry: ParsedEntry | null;
}

/** Entries with what is wrong with them. Secrets stay sealed. */
export interface WholeEntries {
  readonly problems: readonly EntryProblem[];
  /** How far the last checkpoint reaches, where the entries there are not those it signed. */
  readonly otherThanSigned: number | null;
  readonly entries: readonly {
    readonly entry: ParsedEntry;
    readonly hash: string;
    /** null where it was not wished for, or no checkpoint covers the entry. */
    readonly proof: object | null;
  }[];
}

export interface FiredRuleView {
  readonly id: string;
  readonly layer: string;
  readonly outcome: Outcome | null;
  readonly reason: string;
  readonly counted: string;
}

/** Everything of one call. */
export interface CallHistory {
  readonly call: AuditCall & {
    readonly context: string;
    readonly authenticated: boolean;
    readonly definition: string;
    readonly argumentsDigest: string;
    readonly policy: string;
    readonly waiting: WaitReason | null;
    readonly twin: string | null;
    readonly heldAt: number | null;
    readonly expiresAt: number | null;
    readonly released: boolean;
    readonly settled: Settlement | null;
  };
  /** Sealed values stand as `{secret: fingerprint}`. */
  readonly arguments: JsonObject;
  readonly decision: {
    readonly outcome: Outcome;
    readonly mode: 'enforce' | 'observe';
    readonly rules: readonly FiredRuleView[];
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
  readonly rows: readonly AuditEntryView[];
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
export interface VerifyResult {
  readonly verdict: VerifyVerdict;
  readonly gaps: readonly VerifyGap[];
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
  readonly found: VerifyResult | null;
  readonly problem: { readonly code: string; readonly message: string; readonly help: string | null } | null;
}

/** That a signed checkpoint covers a row, derived just now. */
export interface EntryProof {
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
export interface AuditLogSize {
  readonly rows: number;
  readonly firstAt: number | null;
  readonly lastAt: number | null;
  readonly hash: string;
  readonly checkpoint: SignedCheckpoint | null;
}

export interface AuditNames {
  readonly servers: readonly string[];
  readonly tools: readonly string[];
  readonly principals: readonly string[];
}

export interface ApprovalFigures {
  readonly all: ApprovalTimes;
  readonly people: readonly ApproverStatistics[];
}

type NoParams = Readonly<Record<never, never>>;

export interface AuditApi {
  readonly 'record.size': ReadEndpoint<NoParams, AuditLogSize>;
  readonly 'record.names': ReadEndpoint<NoParams, AuditNames>;
  readonly 'record.search': ReadEndpoint<
    { readonly filter: AuditFilter; readonly limit: number; readonly after?: string },
    AuditPage
  >;
  readonly 'record.story': ReadEndpoint<{ readonly call: string }, CallHistory>;
  readonly 'record.entries': ReadEndpoint<
    { readonly from: number; readonly limit: number },
    readonly AuditEntryLine[]
  >;
  /** By the number of an entry or the id of a call. ROW_UNKNOWN. */
  readonly 'record.entry': ReadEndpoint<{ readonly what: string; readonly proof: boolean }, WholeEntries>;
  readonly 'record.report': ReadEndpoint<AuditReportOptions, AuditReport>;
  readonly 'record.proven': ReadEndpoint<{ readonly seq: number }, EntryProof>;
  readonly 'record.proof': DownloadEndpoint<{ readonly seq: number }>;
  readonly 'record.export': DownloadEndpoint<{
    readonly format: 'jsonl' | 'csv';
    readonly filter: AuditFilter;
  }>;
  readonly 'record.verified': ReadEndpoint<NoParams, VerifyJob>;
  /** Starts a verification, or gives the one that runs. */
  readonly 'record.verify': ChangeEndpoint<NoParams, VerifyJob>;
  readonly 'record.stop': ChangeEndpoint<NoParams, VerifyJob>;
  readonly 'record.chart': ReadEndpoint<
    TimeSpan & { readonly sliceMs: number; readonly by: 'outcome' | 'state' },
    readonly ChartSlice[]
  >;
  readonly 'record.prompts': ReadEndpoint<TimeSpan, PromptFigures>;
  readonly 'record.approvals': ReadEndpoint<TimeSpan, ApprovalFigures>;
  readonly 'record.rules': ReadEndpoint<TimeSpan, RuleFigures>;
  readonly 'record.ai': ReadEndpoint<TimeSpan, readonly AiUsage[]>;
}
