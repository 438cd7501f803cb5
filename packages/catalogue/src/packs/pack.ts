/** What somebody judged one tool to be, from its own definition. */
export interface PackedTool {
  /** Digest of the definition that was judged. For any other one the pack says nothing. */
  readonly definition: string;
  readonly set: Readonly<Record<string, 'yes' | 'no'>>;
  /** One sentence: what the tool does, as judged. */
  readonly why: string;
  /** What the judge was not sure of. */
  readonly doubt?: string;
  /** Hints where the judge differs from the suggestion, and why. */
  readonly differs?: Readonly<Record<string, string>>;
}

/** Reviewed classifications of one version of one popular server. */
export interface Pack {
  readonly version: 1;
  /** `npm:@scope/name`, or another name that tells everybody the same server. */
  readonly server: string;
  readonly serverVersion: string;
  readonly reviewed: { readonly by: string; readonly at: string };
  /** Other sentences about the server that an operator should read first. */
  readonly notes?: readonly string[];
  readonly tools: Readonly<Record<string, PackedTool>>;
}
