import type { JsonObject, TrustLevel } from '@callgate/core';

/** What one server lists, as it answered. Nothing in it is believed because it stands here. */
export interface ListedServer {
  /** The alias. */
  readonly server: string;
  readonly trust: TrustLevel;
  /** Where it was read from, in words: a command, a url, a file. */
  readonly from: string;
  readonly info?: JsonObject;
  readonly instructions?: string;
  readonly tools: readonly JsonObject[];
}
