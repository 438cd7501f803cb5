import type { HintName, JsonObject, ModelPreferences, Role, SetDetail } from '@callgate/core';

/** What a tool discloses about itself, in the words of the vocabulary. Absent means that nothing is declared. */
export type Hints = { readonly [H in HintName]?: boolean } & {
  /** Sets and texts: a value, or all values that are possible. */
  readonly [D in SetDetail]?: string | readonly string[];
} & { readonly modelPreferences?: ModelPreferences };

/** For calls whose arguments meet the condition. It may only be as safe as the worst case, or safer. */
export interface Condition {
  /** CEL over `args`, as in policies. */
  readonly when: string;
  readonly hints: Hints;
}

export interface DeclaredTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  /** JSON Schema of an object. */
  readonly inputSchema: JsonObject;
  readonly outputSchema?: JsonObject;
  /** The worst case over all arguments. */
  readonly hints: Hints;
  readonly conditions?: readonly Condition[];
  /** The role of arguments, by path as in `dev.callgate/arguments`. */
  readonly arguments?: Readonly<Record<string, Role>>;
}

/** All tools of one server or program, with the truth about them. */
export interface Manifest {
  readonly manifest: 1;
  /** The name of the program, for people. */
  readonly name?: string;
  readonly tools: readonly DeclaredTool[];
}
