import type { JsonObject, Outcome, TrustLevel } from '@callgate/core';
import type { PolicyMode } from '@callgate/core/decide';
import type {
  Belief,
  HintConflict,
  DefinitionChange,
  ChangeDirection,
  Ground,
  SandboxPlace,
} from '@callgate/core/disclose';
import type { Answer, Claim, MalformedClaim } from '@callgate/core/vocabulary';
import type { ServerStatus } from '@callgate/gateway';
import type { ToolChange } from '@callgate/gateway/tools';
import type { ChangeEndpoint, ReadEndpoint } from './operation.ts';

/** One tool: the alias, what it stands for, and the name its server gave it. */
export interface ToolRef {
  readonly server: string;
  readonly identity: string;
  readonly tool: string;
}

/** Why a tool needs review, most pressing first. */
export const REVIEW_NEEDS = ['loosened', 'changed', 'voided', 'doubtful', 'new'] as const;
export type ReviewNeed = (typeof REVIEW_NEEDS)[number];

/** Sessions a tool is judged in where nobody names one: nothing touched, and each label known. */
export const SESSION_PROFILES = ['plain', 'private', 'untrusted', 'both'] as const;
export type SessionProfile = (typeof SESSION_PROFILES)[number];

/** What is believed of one hint beside what the server claims. */
export interface ToolHint extends Belief {
  readonly claimed: Answer;
}

/** Who said something, when and why. */
export interface Attribution {
  readonly by: string;
  readonly at: number;
  readonly reason: string;
}

/** What is suggested of one hint. It relaxes nothing by itself. */
export interface SuggestedHint {
  readonly value: 'yes' | 'no';
  /** From 0 to 1. */
  readonly confidence: number;
  /** Strongest first. */
  readonly because: readonly string[];
}

/** Who feels it when a tool changes. */
export interface ChangeImpact {
  /** Who called it in the last week. */
  readonly principals: readonly {
    readonly subject: string;
    readonly calls: number;
    readonly sessions: number;
    readonly last: number;
  }[];
  /** There were more calls than were looked at. */
  readonly more: boolean;
  /** Grants that have not ended; `voided`: they were given for another definition and cover nothing now. */
  readonly grants: readonly { readonly id: string; readonly principal: string; readonly voided: boolean }[];
  /** Calls that wait for people, or for their agent to fetch what was approved. */
  readonly waiting: readonly { readonly id: string; readonly principal: string; readonly voided: boolean }[];
}

export interface ToolRow extends ToolRef {
  /** What agents call it; null where it is not offered. */
  readonly exposed: string | null;
  readonly title: string | null;
  /** The beginning of what its server says of it. */
  readonly description: string;
  readonly digest: string;
  /** Hints of which anything is known: for the others nobody says anything and the default of the vocabulary holds. */
  readonly hints: Readonly<Record<string, ToolHint>>;
  readonly agentic: Answer;
  readonly described: boolean;
  readonly outcomes: Readonly<Record<SessionProfile, Outcome>>;
  /** Why, in a session that has touched nothing. */
  readonly reason: string;
  /** Why it is quarantined, or null. */
  readonly quarantine: string | null;
  readonly drift: {
    readonly verdict: ChangeDirection;
    readonly loosened: number;
    readonly keptOut: boolean;
  } | null;
  readonly disabled: Attribution | null;
  readonly overridden: boolean;
  readonly reviewed: boolean;
  /** Where it runs and how well that holds; null where it runs as any program does. */
  readonly sandbox: SandboxPlace | null;
  /** Why it needs review, or null. */
  readonly needs: ReviewNeed | null;
  readonly conflicts: number;
  readonly malformed: number;
}

/** Something that is wrong with a server or one of its entries. Safe to show. */
export interface ServerProblem {
  readonly what: string;
  readonly code: string;
  readonly message: string;
}

/**
 * `elsewhere`: known only from what was pinned, as by `callgate run` on this machine. `in-process`: known only from
 * calls, as of a program with an adapter.
 */
export type ServerState = 'served' | 'unreached' | 'elsewhere' | 'in-process';

export interface ServerUsage {
  readonly calls: number;
  readonly lastCallAt: number | null;
}

export interface ServerRow {
  readonly server: string;
  readonly identity: string;
  readonly state: ServerState;
  /** How the server is doing now, in words; null where no running process serves it. Safe to show. */
  readonly status: string | null;
  /** The same, part by part. */
  readonly health: ServerStatus | null;
  readonly trust: TrustLevel;
  /** The program or the address, without what may be secret; null where it is not known. */
  readonly reach: string | null;
  readonly tools: number;
  readonly described: number;
  /** Tools with a review of exactly what they are now, and tools that changed since they were accepted. */
  readonly reviewed: number;
  readonly changed: number;
  /** Calls since midnight, and when the last of them came; null where that is not known. */
  readonly usage: ServerUsage | null;
  /** By hint: how many of its tools claim something about it. */
  readonly claimed: Readonly<Record<string, number>>;
  readonly problems: readonly ServerProblem[];
}

export interface ToolList {
  readonly policy: { readonly name: string; readonly mode: PolicyMode };
  /** Hints that the policy registers. */
  readonly customHints: readonly {
    readonly name: string;
    readonly default: Answer;
    readonly relaxing: 'yes' | 'no';
  }[];
  readonly servers: readonly ServerRow[];
  readonly tools: readonly ToolRow[];
}

/** What an operator set for hints. */
export type HintSettings = Readonly<Record<string, 'yes' | 'no'>>;

export interface ToolDetail extends ToolRow {
  readonly state: ServerState;
  readonly trust: TrustLevel;
  readonly definition: JsonObject;
  readonly pinnedDigest: string;
  /** As agents see it, where that is not the definition. */
  readonly pinned: JsonObject | null;
  readonly changes: readonly DefinitionChange[];
  /** Every hint, also those nobody says anything about. */
  readonly beliefs: Readonly<Record<string, ToolHint>>;
  readonly claims: readonly Claim[];
  readonly malformedClaims: readonly MalformedClaim[];
  readonly conflicting: readonly HintConflict[];
  readonly sets: Readonly<Record<string, { readonly values: readonly string[]; readonly ground: Ground }>>;
  readonly facts: Readonly<Record<string, Answer>>;
  readonly problems: readonly ServerProblem[];
  readonly use: (Attribution & { readonly allowed: boolean; readonly definition: string | null }) | null;
  readonly override:
    | (Attribution & { readonly set: HintSettings; readonly definition: string | null })
    | null;
  readonly review: (Attribution & { readonly set: HintSettings; readonly definition: string }) | null;
  readonly accepted: (Attribution & { readonly definition: string }) | null;
  /** Hints about which nothing can be said are absent. */
  readonly suggestions: Readonly<Record<string, SuggestedHint>>;
  /** Why to look twice. */
  readonly doubts: readonly { readonly rule: string; readonly message: string }[];
  /** What a review begins with. */
  readonly prefilled: HintSettings;
  /** Who feels it; null where nothing changed. */
  readonly affected: ChangeImpact | null;
  /** What the configuration, accepted locks and accepted packs say besides. */
  readonly configured: readonly {
    readonly set: HintSettings;
    readonly reason: string | null;
    readonly conditional: boolean;
    /** Who reviewed exactly this definition, where it is a review; `at` in milliseconds since 1970. */
    readonly review: {
      readonly by: string | null;
      readonly at: number | null;
      readonly reason: string | null;
    } | null;
  }[];
}

export interface ToolRefWithReason extends ToolRef {
  readonly reason: string;
}

type EmptyParams = Readonly<Record<never, never>>;

export interface ToolsApi {
  readonly 'tools.list': ReadEndpoint<EmptyParams, ToolList>;
  readonly 'tools.show': ReadEndpoint<ToolRef, ToolDetail>;
  /** `agent`: the operator was told that it acts by itself. */
  readonly 'tools.enable': ChangeEndpoint<ToolRefWithReason & { readonly agent: boolean }, ToolChange>;
  readonly 'tools.disable': ChangeEndpoint<ToolRefWithReason, ToolChange>;
  /** `bound`: what relaxes counts only for the definition with this digest. */
  readonly 'tools.override': ChangeEndpoint<
    ToolRefWithReason & { readonly set: HintSettings; readonly bound: string | null },
    ToolChange
  >;
  readonly 'tools.clearOverride': ChangeEndpoint<ToolRefWithReason, ToolChange>;
  readonly 'tools.review': ChangeEndpoint<
    ToolRefWithReason & { readonly set: HintSettings; readonly definition: string },
    ToolChange
  >;
  readonly 'tools.clearReview': ChangeEndpoint<ToolRefWithReason, ToolChange>;
  /** Takes what the server shows now for what it is pinned to. */
  readonly 'tools.accept': ChangeEndpoint<ToolRefWithReason & { readonly definition: string }, ToolChange>;
  /** Not offered as long as it is defined so. */
  readonly 'tools.keepOut': ChangeEndpoint<ToolRefWithReason & { readonly definition: string }, ToolChange>;
}
