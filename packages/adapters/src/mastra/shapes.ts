/**
 * The few shapes of Mastra that are needed here, so that nothing of it is imported.
 */

/** What `execute` of a tool gets besides its input. */
export interface MastraContextLike {
  readonly agent?:
    | {
        readonly toolCallId?: string | undefined;
        readonly suspend?: ((...call: never) => unknown) | undefined;
      }
    | undefined;
  abortSignal?: AbortSignal | undefined;
}

/** A tool, as `createTool` or an MCP client of Mastra makes it. */
export interface MastraToolLike {
  readonly id?: string | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema?: unknown;
  /** Where hints are. Not sent to the model. */
  readonly mcp?: { readonly annotations?: unknown; readonly _meta?: unknown } | undefined;
  readonly execute?: ((input: never, context: never) => unknown) | undefined;
}

export type MastraToolsLike = Readonly<Record<string, MastraToolLike>>;

/** A message, or its text. */
export type MastraMessageLike = string | object;
