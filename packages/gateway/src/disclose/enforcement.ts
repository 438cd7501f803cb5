import type { JsonObject } from '@callgate/core';
import type { Override, SandboxContract, ToolReview } from '@callgate/core/disclose';

/** A tool, as far as it decides where it runs. */
export interface PlacedTool {
  readonly name: string;
  readonly definition: JsonObject;
  readonly digest: string;
  readonly overrides: readonly Override[];
  readonly reviews: readonly ToolReview[];
  /** It can be called. */
  readonly enabled: boolean;
}

/** Where the tools of one server run, and what is enforced there. */
export interface Enforcement {
  contracts(tools: readonly PlacedTool[]): ReadonlyMap<string, SandboxContract>;
}
