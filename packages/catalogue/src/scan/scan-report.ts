import type { HintName, Outcome, TrustLevel } from '@callgate/core';
import type { Belief, HintConflict } from '@callgate/core/disclose';
import type { Claim, MalformedClaim } from '@callgate/core/vocabulary';
import type { Chain } from '../chain.ts';
import type { ScannedPreset } from '../claim-decider.ts';
import type { Finding } from '../finding.ts';
import type { Suggestions } from '../suggestion.ts';

export interface ScannedTool {
  readonly name: string;
  readonly title: string | null;
  readonly description: string | null;
  readonly definition: string;
  readonly claims: readonly Claim[];
  readonly malformed: readonly MalformedClaim[];
  readonly beliefs: Readonly<Record<string, Belief>>;
  readonly conflicts: readonly HintConflict[];
  readonly suggestions: Suggestions;
  readonly findings: readonly Finding[];
  /** In a session that has touched nothing, under each preset. */
  readonly outcome: Readonly<Record<ScannedPreset, Outcome>>;
}

export interface ScannedServer {
  readonly name: string;
  readonly trust: TrustLevel;
  readonly from: string;
  /** How many tools claim each hint, either way. */
  readonly coverage: {
    readonly tools: number;
    readonly all: number;
    readonly hints: Readonly<Record<HintName, number>>;
  };
  readonly outcomes: Readonly<Record<ScannedPreset, Readonly<Record<Outcome, number>>>>;
  readonly tools: readonly ScannedTool[];
  /** About the server itself. */
  readonly findings: readonly Finding[];
  /** One sentence that an operator can send on. */
  readonly verdict: string;
  /** Why it could not be read, where it could not. */
  readonly problem?: string;
}

/** A server that was to be looked at and could not be. */
export interface FailedServer {
  readonly name: string;
  readonly trust: TrustLevel;
  readonly from: string;
  readonly problem: string;
}

/** Everything a scan found. `callgate scan --json` prints it as it is. */
export interface ScanReport {
  readonly v: 1;
  readonly servers: readonly ScannedServer[];
  readonly chains: readonly Chain[];
}
