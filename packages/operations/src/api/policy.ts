import type { Decision, Outcome, TrustLevel } from '@callgate/core';
import type { AutoCondition, RuleLayer, PolicyMode } from '@callgate/core/decide';
import type { LabelStrength } from '@callgate/core/label';
import type { ActivationSignature } from '@callgate/gate/record';
import type { ChangeKind, ShadowedPolicy, TallyResult } from '@callgate/gate/replay';
import type { Completion } from '@callgate/policy/editor';
import type { HintComparison } from './hint-comparison.ts';
import type { DraftTestRun } from './policy-tests.ts';
import type { ChangeEndpoint, ReadEndpoint } from './operation.ts';

/** A layer as it was written. */
export interface LayerText {
  readonly name: string;
  readonly text: string;
}

/** Something that is wrong with a policy, or that its author would want to know. */
export interface PolicyFinding {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
  readonly help?: string;
  /** The name of a layer, or `preset:NAME`. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface ExceptionView {
  readonly id: string;
  readonly layer: RuleLayer;
  readonly unless: string;
  readonly reason: string;
  readonly until: number;
  /** Its end has come: it no longer counts. */
  readonly over: boolean;
}

/** One rule of the effective policy. */
export interface RuleView {
  readonly id: string;
  readonly layer: RuleLayer;
  /** Where it was written: the name of a layer, or `preset:NAME`. */
  readonly file: string;
  readonly line: number;
  /** null: the rule only adds obligations. */
  readonly outcome: Outcome | null;
  readonly reason: string;
  readonly tools: readonly string[];
  /** The condition as it was written; null: always. */
  readonly when: string | null;
  /** In words, safe to show. */
  readonly obligations: readonly string[];
  readonly delegated: boolean;
  readonly exceptions: readonly ExceptionView[];
  /** What the linter says of it. */
  readonly findings: readonly PolicyFinding[];
}

export interface PolicySummary {
  readonly name: string;
  readonly revision: string;
  readonly mode: PolicyMode;
  readonly timeoutCapMs: number | null;
}

export interface CustomHintView {
  readonly name: string;
  readonly key: string;
  readonly relaxing: 'yes' | 'no';
  readonly description: string;
}

/** Rules and what is to be said of them. */
export interface RulesView {
  readonly policy: PolicySummary;
  readonly rules: readonly RuleView[];
  readonly hints: readonly CustomHintView[];
  readonly findings: readonly PolicyFinding[];
}

/** What calls are judged by now. */
export interface EffectivePolicy extends RulesView {
  readonly layers: readonly LayerText[];
  /** Set where an operator put it in place of what the configuration names. */
  readonly activated: { readonly by: string; readonly reason: string; readonly at: number } | null;
  /** What the configuration itself names. */
  readonly configured: readonly LayerText[];
}

/** A written policy, checked without using it. */
export type CheckedPolicy =
  | ({ readonly ok: true; readonly digest: string } & RulesView)
  | { readonly ok: false; readonly findings: readonly PolicyFinding[] };

export interface ToolChoice {
  readonly server: string;
  readonly name: string;
  readonly trust: TrustLevel;
  readonly title?: string;
  /** Names of the arguments it says it takes. */
  readonly arguments: readonly string[];
}

export interface TrialCall {
  readonly tool:
    | {
        readonly kind: 'known';
        readonly server: string;
        /** Where servers with the same name were seen. */
        readonly identity?: string | undefined;
        readonly name: string;
      }
    /** A tool as a server would list it, in JSON. */
    | {
        readonly kind: 'described';
        readonly server: string;
        readonly trust: TrustLevel;
        readonly definition: string;
      };
  /** JSON */
  readonly arguments: string;
  readonly labels: { readonly private: LabelStrength; readonly untrusted: LabelStrength };
  /** The person's own words are known. */
  readonly words: boolean;
  /** Whether the decisive values come from the person. */
  readonly proven: 'yes' | 'no' | 'unknown';
  readonly principal: { readonly subject: string; readonly groups: readonly string[] };
  /** Instead of the policy in force; for operators. */
  readonly layers?: readonly LayerText[] | undefined;
}

export interface TrialResult {
  readonly server: string;
  readonly tool: string;
  readonly trust: TrustLevel;
  readonly policy: PolicySummary;
  readonly decision: Decision;
  /** In words, safe to show. */
  readonly obligations: readonly string[];
  /** By hint, what the tool says of itself. */
  readonly claims: readonly { readonly hint: string; readonly says: string; readonly where: string }[];
  readonly autoIf: readonly AutoCondition[];
}

/** A tool of the catalogue whose outcome is another, called without arguments. */
export interface ChangedTool {
  readonly kind: ChangeKind;
  readonly tool: string;
  /** In a session that touched nothing, or in one that touched private data and saw untrusted content. */
  readonly session: 'clean' | 'labelled';
  readonly before: Outcome;
  readonly after: Outcome;
}

export interface ComparisonResult extends TallyResult {
  /** Calls that were decided otherwise when they came than the policy in force would decide now. */
  readonly decidedOtherwise: number;
  readonly unreadable: {
    readonly count: number;
    readonly some: readonly { readonly seq: number; readonly tool: string; readonly because: string }[];
  };
  readonly tools: {
    readonly compared: number;
    /** How many run by themselves or are asked less about in any of the sessions that were tried. */
    readonly loosened: number;
    readonly changed: readonly ChangedTool[];
  };
}

/** What two policies decide otherwise, loosened first. */
export interface PolicyDiff extends ComparisonResult {
  /** The policy that was in force. */
  readonly base: PolicySummary;
  readonly candidate: PolicySummary;
  readonly hints: HintComparison;
  readonly isLoosened: boolean;
  /** What changed could not be compared wholly, and may be loosened for all that is known. */
  readonly isUnsure: boolean;
}

/** How recorded calls fared under a candidate that was evaluated beside the live policy. */
export interface ShadowRun extends TallyResult {
  readonly candidate: ShadowedPolicy;
  /** The policy that was in force. */
  readonly base: ShadowedPolicy;
  readonly since: number;
  readonly until: number;
  /** Calls that were not judged: the candidate failed on them, or too many came at once. */
  readonly unjudged: number;
}

export interface ShadowReport {
  /** What is evaluated now; null where nothing is, or where no gateway runs. */
  readonly candidate: ShadowedPolicy | null;
  /** By candidate and policy in force, the latest first. */
  readonly runs: readonly ShadowRun[];
}

/** A policy that a person put in force, by the audit log. */
export interface PolicyRevision {
  /** From 1, in the order of the log. */
  readonly number: number;
  /** Of its entry. */
  readonly seq: number;
  readonly at: number;
  /** The configuration whose policy it was. */
  readonly config: string;
  readonly by: string;
  readonly reason: string;
  readonly policy: ShadowedPolicy;
  /** Of its layers as they were written. */
  readonly digest: string;
  /** Back to what the configuration named. */
  readonly restored: boolean;
  /** The short name of the key that signed it. */
  readonly key: string;
  /** `unchecked`: the key is not known here. */
  readonly signature: ActivationSignature | 'unchecked';
}

export interface Comparison {
  readonly id: string;
  readonly state: 'running' | 'done' | 'stopped' | 'failed';
  /** `configuration`: going back to what the configuration names. */
  readonly target: 'candidate' | 'configuration';
  /** Of the layers that were compared. */
  readonly digest: string;
  readonly candidate: PolicySummary;
  /** The policy that was in force. */
  readonly base: PolicySummary;
  readonly startedAt: number;
  readonly done: number;
  readonly of: number;
  readonly result: ComparisonResult | null;
  readonly problem: string | null;
}

export interface ActivateParams {
  readonly comparison: string;
  /** Of the layers that are to be activated; what was compared is what is activated. */
  readonly digest: string;
  readonly reason: string;
  /** How many calls and tools would run by themselves or be asked less about, as it was shown. */
  readonly loosened: number;
}

/** A revision of the history that was compared, to be in force again. */
export interface RollbackParams extends Omit<ActivateParams, 'loosened'> {
  readonly number: number;
  /** False: refused where it removes restrictions, or may. */
  readonly allowLoosening: boolean;
}

export interface PolicyApi {
  readonly 'policy.effective': ReadEndpoint<Readonly<Record<never, never>>, EffectivePolicy>;
  readonly 'policy.tools': ReadEndpoint<Readonly<Record<never, never>>, readonly ToolChoice[]>;
  /** Policies to start from. */
  readonly 'policy.presets': ReadEndpoint<Readonly<Record<never, never>>, readonly LayerText[]>;
  /** Changes nothing; what is asked is too long for an address. */
  readonly 'policy.check': ChangeEndpoint<{ readonly layers: readonly LayerText[] }, CheckedPolicy>;
  /** What can be written at a place of one of the layers. Changes nothing. */
  readonly 'policy.complete': ChangeEndpoint<
    { readonly layers: readonly LayerText[]; readonly layer: number; readonly offset: number },
    readonly Completion[]
  >;
  /** The tests beside the configured policy, and pasted ones, as `callgate test` runs them. Calls and changes nothing. */
  readonly 'policy.test': ChangeEndpoint<
    { readonly layers: readonly LayerText[]; readonly pasted: string | null },
    DraftTestRun
  >;
  /** By meaning, with the policy in force: over all hints, and over the tools of the catalogue. Changes nothing. */
  readonly 'policy.diff': ChangeEndpoint<{ readonly layers: readonly LayerText[] }, PolicyDiff>;
  /** Changes nothing and is recorded nowhere. */
  readonly 'policy.try': ChangeEndpoint<TrialCall, TrialResult>;
  /** Starts comparing the policy in force with another; without layers with what the configuration names. */
  readonly 'policy.compare': ChangeEndpoint<
    { readonly layers: readonly LayerText[] | null; readonly calls: number },
    Comparison
  >;
  readonly 'policy.comparison': ReadEndpoint<{ readonly comparison: string }, Comparison>;
  /** What the candidate would have decided about the calls since `since`. */
  readonly 'policy.shadow': ReadEndpoint<{ readonly since: number }, ShadowReport>;
  readonly 'policy.history': ReadEndpoint<Readonly<Record<never, never>>, readonly PolicyRevision[]>;
  /** The layers of a revision, to compare and activate again. */
  readonly 'policy.revision': ReadEndpoint<
    { readonly number: number },
    { readonly layers: readonly LayerText[] }
  >;
  readonly 'policy.stop': ChangeEndpoint<{ readonly comparison: string }, Comparison>;
  /** Puts in force what was compared. */
  readonly 'policy.activate': ChangeEndpoint<ActivateParams, PolicySummary>;
  /** Puts a revision in force again, whose layers were compared. */
  readonly 'policy.rollback': ChangeEndpoint<RollbackParams, PolicySummary>;
}

/** So many recorded calls are compared at most. */
export const MAX_COMPARED_CALLS = 100_000;
