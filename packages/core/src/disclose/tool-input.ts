import type { Expression } from '../condition/expression.ts';
import type { CallKind } from '../receive/call.ts';
import type { SetDetail } from '../vocabulary/claim-keys.ts';
import type { Claim, Claims } from '../vocabulary/claim.ts';
import type { ArgumentRole } from '../vocabulary/argument-role.ts';
import type { TrustLevel } from './ground.ts';

/** What is set by hint name; names an operator registered count too. */
export type SetAnswers = Readonly<Record<string, 'yes' | 'no'>>;

/** What the operator says of a tool, for all its calls or for those whose arguments fulfil `when`. */
export interface Override {
  readonly set: SetAnswers;
  readonly sets?: { readonly [D in SetDetail]?: readonly string[] };
  readonly roles?: Readonly<Record<string, ArgumentRole>>;
  readonly directory?: boolean;
  /** Reads only `args`; an absent argument does not match. */
  readonly when?: Expression;
  /** Binds the override to one definition. */
  readonly definition?: string;
  readonly reason?: string;
}

/** An override that counts for a call. Where it could not be evaluated, its sets only add to what is claimed. */
export interface AppliedOverride extends Override {
  readonly unites?: true;
}

/** A classification of exactly one definition. */
export interface ToolReview {
  readonly definition: string;
  readonly set: SetAnswers;
  readonly by?: string;
  readonly at?: string;
  readonly reason?: string;
  /** Also of the same definition with a closed input schema, which takes less. */
  readonly coversClosed?: true;
}

export interface ToolObservation {
  readonly hint: string;
  readonly value: 'yes' | 'no';
  readonly note?: string;
}

/** Where a tool runs. Nothing is believed for it: people see it, and what sends the call obeys it. */
export interface SandboxPlace {
  readonly level: 'enforced' | 'seat-belt' | 'declared';
  readonly backend: string;
  readonly writes: boolean;
  readonly network: boolean;
}

/** Which claims a sandbox enforces for this call. */
export interface SandboxContract {
  readonly readOnly: boolean;
  readonly closedWorld: boolean;
  /** Absent where the server runs as any program does. */
  readonly place?: SandboxPlace;
}

export const NO_CONTRACT: SandboxContract = Object.freeze({ readOnly: false, closedWorld: false });

/** Everything known about the thing called, before any argument is looked at. */
export interface ToolInput {
  readonly kind: CallKind;
  /** The tool's or prompt's name, or the resource's uri. */
  readonly name: string;
  readonly server: { readonly name: string; readonly trust: TrustLevel };
  readonly definition: string;
  readonly claims: Claims;
  /** What `tools/resolve` said about this very call. */
  readonly resolved: readonly Claim[];
  readonly overrides: readonly Override[];
  readonly reviews: readonly ToolReview[];
  readonly observations: readonly ToolObservation[];
  readonly contract: SandboxContract;
  /** Why the tool is quarantined (drift, violation), or null. */
  readonly quarantine: string | null;
}
