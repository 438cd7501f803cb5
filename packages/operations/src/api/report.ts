import type { ApproverFigures, TimeSpan, ToolUsage } from '@callgate/gate/store';
import type { ReadEndpoint } from './operation.ts';

/** Questions to people, and what became of them. */
export interface AskedFigures {
  readonly calls: number;
  readonly approved: number;
  readonly denied: number;
  readonly expired: number;
  readonly withdrawn: number;
  readonly waiting: number;
  /** Calls that a grant answered: nobody was asked. */
  readonly byGrant: number;
  /** From being asked to the vote; null where nobody voted. */
  readonly medianMs: number | null;
  /** Votes in under two seconds. */
  readonly hasty: number;
  readonly people: readonly ApproverFigures[];
}

/** Why calls were blocked. */
export interface BlockCause {
  /** The rule that blocked, or the code of a fault. */
  readonly cause: string;
  readonly reason: string;
  readonly calls: number;
  /** The tool it concerned most. */
  readonly tool: string;
}

/** Why no rule is suggested for calls that are always approved. */
export type HabitRefusal =
  | 'unreviewed'
  | 'severe'
  | 'destroys'
  | 'author-requires'
  | 'irreversible'
  | 'privileged'
  | 'session'
  | 'secret'
  | 'varies'
  | 'name'
  | 'not-yours'
  | 'policy-unknown';

/** A tool whose calls people were asked about and always approved. */
export interface ApprovalHabit {
  readonly server: string;
  readonly tool: string;
  readonly approved: number;
  /** Whole calls, with equal arguments, among them. */
  readonly distinct: number;
  readonly medianMs: number | null;
  /** The rules that asked. */
  readonly rules: readonly string[];
  /** Policy text that would let such calls run; null where none is suggested, and for viewers. */
  readonly policy: string | null;
  /** Why there is none; null where there is one. */
  readonly refusal: HabitRefusal | null;
}

export interface UnusedGrant {
  readonly id: string;
  readonly server: string;
  readonly tool: string;
  readonly givenAt: number;
  readonly endsAt: number;
  /** In words; null for viewers. */
  readonly scope: string | null;
}

export interface UnusedFigures {
  /** Tools that no call named; null where the tools are not known here. */
  readonly tools: readonly { readonly server: string; readonly tool: string }[] | null;
  /** Grants in force that answered no call since they were given. */
  readonly grants: readonly UnusedGrant[];
  /** Rules of the operator's own files that no call matched; null where the policy is not known here. */
  readonly rules: readonly string[] | null;
}

/** The digest of a period: of calls received in it. */
export interface WeekReport {
  readonly since: number;
  readonly until: number;
  readonly decided: {
    readonly calls: number;
    readonly auto: number;
    readonly confirm: number;
    readonly block: number;
  };
  /** false: there were more calls than are read one by one, and the newest were. */
  readonly complete: boolean;
  /** Most calls first. */
  readonly tools: readonly ToolUsage[];
  readonly asked: AskedFigures;
  /** Most calls first. */
  readonly blocked: readonly BlockCause[];
  /** Most approvals first. */
  readonly habits: readonly ApprovalHabit[];
  readonly unused: UnusedFigures;
}

/** A change of the policy that recorded calls speak for. */
export interface RecommendedChange {
  readonly kind: 'unused-tools' | 'unused-rule' | 'always-approved';
  /** A server, the id of a rule, or a tool as `server/tool`. */
  readonly about: string;
  /** Tools that no call named, calls that no rule matched, or approvals. */
  readonly count: number;
  /** Whole calls, with equal arguments, among the approved. */
  readonly distinct: number;
  /** Why it is not in the policy; null where it is. */
  readonly refusal: HabitRefusal | null;
}

/** Never applied by itself. */
export interface PolicyRecommendation extends TimeSpan {
  readonly calls: number;
  /** false: there were more calls than are read one by one. */
  readonly complete: boolean;
  /** What tightens comes first. */
  readonly changes: readonly RecommendedChange[];
  /** One more layer with all changes; null where there are none, or where the policy is not known here. */
  readonly policy: string | null;
}

export interface ReportApi {
  /** `least`: so many approvals speak for a rule. */
  readonly 'policy.recommend': ReadEndpoint<TimeSpan & { readonly least: number }, PolicyRecommendation>;
  readonly 'report.week': ReadEndpoint<TimeSpan, WeekReport>;
}
