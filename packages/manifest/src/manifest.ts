import type { HintName, JsonObject } from '@callgate/core';
import type { ModelPreferences, ArgumentRole, SetDetail } from '@callgate/core/vocabulary';

/** What may depend on the arguments: the three-valued hints, and sets and texts (a value, or all that are possible). */
export type ConditionalHints = { readonly [H in HintName]?: boolean } & {
  readonly [D in SetDetail]?: string | readonly string[];
};

/** What a tool discloses about itself, in the words of the vocabulary. Absent means that nothing is declared. */
export type ManifestHints = ConditionalHints & {
  readonly modelPreferences?: ModelPreferences;
  /** 1 to 5. */
  readonly minTrustLevel?: number;
};

/** For calls whose arguments meet the condition. It may only be as safe as the worst case, or safer. */
export interface HintCondition {
  /** CEL over `args`, as in policies. */
  readonly when: string;
  readonly hints: ConditionalHints;
}

export interface ManifestTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  /** JSON Schema of an object. */
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  /** The worst case over all arguments. */
  readonly hints: ManifestHints;
  readonly conditions?: readonly HintCondition[];
  /** The role of arguments, by path as in `dev.callgate/arguments`. */
  readonly arguments?: Readonly<Record<string, ArgumentRole>>;
  /** What it returns is a directory: its entries are good for an internal audience. */
  readonly directory?: boolean;
  /** The tool of the same manifest that undoes a call. */
  readonly undo?: string;
  /** Namespaced keys for hints that an operator registers. */
  readonly other?: Readonly<Record<string, boolean | number | string>>;
}

/** All tools of one server or program, with the truth about them. */
export interface Manifest {
  readonly manifest: 1;
  /** The name of the program, for people. */
  readonly name?: string;
  readonly tools: readonly ManifestTool[];
}
