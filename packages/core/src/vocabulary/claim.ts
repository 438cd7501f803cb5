import type { SetDetail } from './claim-keys.ts';
import type { HintName } from './hint-names.ts';
import type { ArgumentRole } from './argument-role.ts';

export type ClaimHome = 'annotations' | '_meta' | 'resolve' | 'result';

export interface Claim {
  readonly hint: HintName;
  readonly answer: 'yes' | 'no';
  readonly home: ClaimHome;
  readonly key: string;
}

/** A declaration that cannot be read. It counts as not made, and is shown. */
export interface MalformedClaim {
  readonly home: ClaimHome;
  readonly key: string;
  /** The hints that stay unknown because of it; empty where it says nothing about a hint. */
  readonly hints: readonly HintName[];
  readonly problem: string;
}

export interface ModelPreferences {
  readonly intelligencePriority?: number;
  readonly costPriority?: number;
  readonly speedPriority?: number;
  readonly hints?: readonly string[];
}

export interface ClaimDetails {
  readonly sets: { readonly [D in SetDetail]?: readonly string[] };
  readonly title?: string;
  readonly minTrustLevel?: number;
  readonly modelPreferences?: ModelPreferences;
  /** Roles the server gives its arguments, by top-level name: a claim like any other. */
  readonly roles?: Readonly<Record<string, ArgumentRole>>;
  readonly directory?: boolean;
  readonly undo?: string;
  readonly resolvable?: boolean;
}

/** Everything a tool definition declares about itself, read without believing any of it. */
export interface Claims {
  readonly answers: readonly Claim[];
  readonly details: ClaimDetails;
  readonly malformed: readonly MalformedClaim[];
  /** Scalar values of namespaced `_meta` keys, for hints an operator registers. */
  readonly other: Readonly<Record<string, boolean | number | string>>;
}
