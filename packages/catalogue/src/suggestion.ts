import type { HintName, JsonObject } from '@callgate/core';

/** What a reader of the definition would probably say of one hint. It relaxes nothing by itself. */
export interface Suggestion {
  readonly value: 'yes' | 'no';
  /** From 0 to 1: the share of such suggestions that were right where it was measured. */
  readonly confidence: number;
  /** The evidence, strongest first, in words an operator understands. Quotes are raw: show them through `display`. */
  readonly because: readonly string[];
}

/** Hints about which nothing can be said are absent. */
export type Suggestions = { readonly [H in HintName]?: Suggestion };

/** What is looked at. The claims of the definition itself are not. */
export interface SuggestionInput {
  readonly definition: JsonObject;
  /** All tools of the same server, this one among them. */
  readonly siblings: readonly JsonObject[];
  /** What the server calls itself. */
  readonly server?: string;
}
