import type { CallRow, CallState } from '../record/call-row.ts';
import type { Checkpoint, AuditLogHead, StoredEntry } from '../record/audit-entry.ts';
import type { Grant } from '../record/grant.ts';
import type { Vote } from '../record/vote.ts';
import type { ApprovalTimes, PromptFigures, RuleFigures, TimeSpan, ToolUsage } from './figures.ts';
import type { LabelledStore, SessionFilter, SessionSummary } from './session-summary.ts';
import type { Alert } from './store.ts';

export interface StorePage<T> {
  readonly items: readonly T[];
  /** Where the next page starts; null at the end. */
  readonly next: string | null;
}

export interface PageRequest {
  /** At most this many, up to 1000. */
  readonly limit: number;
  /** `next` of the page before. */
  readonly after?: string;
}

/** A search for calls. All that is given must hold. Newest first. */
export interface CallFilter {
  readonly states?: readonly CallState[];
  readonly outcome?: 'auto' | 'confirm' | 'block';
  readonly server?: string;
  readonly target?: string;
  readonly principal?: string;
  readonly session?: string;
  readonly ai?: boolean;
  /** Its id begins with this, or the name of its server or target has it somewhere; upper and lower case alike. */
  readonly text?: string;
  /** Received at or after, in milliseconds since 1970. */
  readonly since?: number;
  readonly until?: number;
}

/** What calls have names of. */
export type NamedColumn = 'server' | 'target' | 'principal';

/** How many calls of each state and outcome there were in one slice of time. */
export interface ChartSlice {
  readonly from: number;
  readonly counts: Readonly<Record<string, number>>;
}

export interface ChartRequest {
  readonly since: number;
  readonly until: number;
  /** Length of a slice. At most 1000 slices. */
  readonly sliceMs: number;
  readonly by: 'state' | 'outcome' | 'server' | 'target';
}

/** How one person decides, to see fatigue. */
export interface ApproverFigures {
  readonly subject: string;
  readonly approved: number;
  readonly refused: number;
  /** Milliseconds from being asked to the word. */
  readonly medianMs: number;
  /** Decided in under two seconds. */
  readonly hasty: number;
}

/** How often tools that use AI were called. */
export interface AiUsage {
  readonly server: string;
  readonly target: string;
  readonly principal: string;
  /** Start of the day, UTC. */
  readonly day: number;
  readonly calls: number;
}

/** From a time on, or from behind a row of that time, until before another. */
export interface RowSpan {
  readonly since: number;
  readonly afterSeq?: number;
  readonly until: number;
}

/** Whose labels they are. */
export type LabelHolder = 'session' | 'principal' | 'store';

/** Labels as they lie in the tables. */
export interface StoredLabels {
  readonly name: string;
  /** Canonical JSON. */
  readonly text: string;
}

/** Queries for people. Each is answered from an index; none waits for a writer or makes one wait. */
export interface StoreReader {
  call(id: string): Promise<CallRow | undefined>;
  callByTicket(ticket: string): Promise<CallRow | undefined>;
  /** Calls that wait for people, longest waiting first. */
  inbox(page: PageRequest, filter?: Pick<CallFilter, 'principal' | 'session'>): Promise<StorePage<CallRow>>;
  inboxSize(): Promise<number>;
  /** Calls whose outcome nobody knows and nobody has settled. */
  unsettled(page: PageRequest): Promise<StorePage<CallRow>>;
  search(filter: CallFilter, page: PageRequest): Promise<StorePage<CallRow>>;
  /** Names that occur in calls, in order, at most `limit`. */
  names(of: NamedColumn, limit: number): Promise<readonly string[]>;
  chart(request: ChartRequest): Promise<readonly ChartSlice[]>;
  votes(call: string): Promise<readonly Vote[]>;
  grants(
    page: PageRequest,
    filter: { readonly live: boolean; readonly now: number },
  ): Promise<StorePage<Grant>>;
  alerts(page: PageRequest): Promise<StorePage<Alert>>;
  approvers(since: number, until?: number): Promise<readonly ApproverFigures[]>;
  approvalTimes(span: TimeSpan): Promise<ApprovalTimes>;
  aiUse(since: number, until?: number): Promise<readonly AiUsage[]>;
  /** What the calls of each tool came to that were received in that time, by server and tool. */
  toolUse(span: TimeSpan): Promise<readonly ToolUsage[]>;
  /** How often people were asked, session by session; the `most` sessions with most questions by name. */
  prompts(span: TimeSpan, most: number): Promise<PromptFigures>;
  /** Why calls were held or blocked: the rules that decided the newest `calls` of them. */
  topRules(span: TimeSpan, limits: { readonly most: number; readonly calls: number }): Promise<RuleFigures>;
  /** Sessions that calls were made in, the one with the newest call first. */
  sessions(page: PageRequest, filter?: SessionFilter): Promise<StorePage<SessionSummary>>;
  session(key: string, filter?: Pick<SessionFilter, 'labelsSince'>): Promise<SessionSummary | undefined>;
  /** Stores that sessions with labels wrote to, by name; at most `limit` after one. */
  labelledStores(after: string, limit: number): Promise<readonly LabelledStore[]>;

  /** The end of the record; `seq` 0 and a hash of zeroes where there is none. */
  head(): Promise<AuditLogHead>;
  /** Rows from a place on, in order, at most `limit`. */
  rows(fromSeq: number, limit: number): Promise<readonly StoredEntry[]>;
  rowsOfCall(call: string): Promise<readonly StoredEntry[]>;
  /** Rows that tell of no call, of a span of time and in order, at most `limit` after the row of a place. */
  rowsOfNoCall(span: RowSpan, limit: number): Promise<readonly StoredEntry[]>;
  /** Hashes of rows from a place on, in order, for proofs. */
  hashes(fromSeq: number, limit: number): Promise<readonly Uint8Array[]>;
  checkpoints(): Promise<readonly Checkpoint[]>;
  kept(digest: string): Promise<string | undefined>;
  /** All digests kept, in order, at most `limit` after one. */
  keptDigests(after: string, limit: number): Promise<readonly string[]>;
  /** All calls in the order of their ids, for comparing them with the record. */
  callsAfter(id: string, limit: number): Promise<readonly CallRow[]>;
  /** All labels of one kind of holder in the order of their names, for comparing them with the record. */
  storedLabels(of: LabelHolder, after: string, limit: number): Promise<readonly StoredLabels[]>;
  /** How many votes there are on all calls. */
  voteCount(): Promise<number>;
}

/** A store that is only looked at. */
export interface OpenReader {
  readonly read: StoreReader;
  close(): Promise<void>;
}
