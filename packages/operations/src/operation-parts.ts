import type { Policy, TracedTool } from '@callgate/core';
import type { Clock, Keys } from '@callgate/gate';
import type { SharedState } from '@callgate/gate/store';
import type { Gateway, GatewayHome } from '@callgate/gateway';
import type { GatewayConfig } from '@callgate/gateway/config';
import type { DraftTestRun } from './api/policy-tests.ts';
import type { ConsoleEvent } from './api/events.ts';

/** One layer of what is decided by, as it was written. */
export interface PolicyLayerSource {
  readonly name: string;
  readonly text: string;
}

/** The revisions that a person looked at before deciding. */
export interface RevisionPair {
  /** What was in force. */
  readonly base: string;
  /** What the configuration named. */
  readonly target: string;
}

/** Where the policy of this gateway is kept, and how an operator puts another in its place. */
export interface PolicyStore {
  readonly layers: readonly PolicyLayerSource[];
  /** What the configuration itself says, used or not. */
  readonly configured: readonly PolicyLayerSource[];
  /** null: as the configuration says. Otherwise an operator activated it here. */
  readonly activated: { readonly by: string; readonly reason: string; readonly at: number } | null;
  /** From now on by these layers, also after a restart. POLICY_CHANGED where `base` is not in force any more. */
  activate(
    layers: readonly PolicyLayerSource[],
    policy: Policy,
    by: string,
    reason: string,
    base: string,
  ): Promise<void>;
  /** Runs the tests that lie beside the configured policy, and pasted ones, with these layers in its place. */
  test(
    layers: readonly PolicyLayerSource[],
    pasted: string | null,
    tools: readonly TracedTool[],
  ): Promise<DraftTestRun>;
  /** Back to what the configuration says. POLICY_CHANGED or POLICY_TEXT_CHANGED where that is not what was compared. */
  restore(by: string, reason: string, compared: RevisionPair): Promise<void>;
}

/** What the handlers of all pages work with. */
export interface OperationParts {
  readonly gateway: Gateway;
  readonly home: GatewayHome;
  readonly keys: Keys;
  readonly clock: Clock;
  /** What the other consoles on the same store find too. */
  readonly board: SharedState;
  readonly policies: PolicyStore;
  config(): GatewayConfig;
  /** Tells every open page. */
  tell(event: ConsoleEvent): void;
}
