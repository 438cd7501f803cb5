import type { JsonObject, ToolAnnotations } from '@callgate/core';

/** What a tool says about itself besides its schema, as in MCP. */
export interface ToolHints {
  readonly title?: string;
  readonly annotations?: ToolAnnotations;
  readonly _meta?: JsonObject;
}

/** The SDK has no field that stays here: `providerData` is sent to the provider. Copies that the SDK makes keep a symbol. */
const HINTS: unique symbol = Symbol.for('callgate.hints');

export const withHints = <T extends object>(tool: T, hints: ToolHints): T =>
  Object.assign(tool, { [HINTS]: hints });

export const hintsOf = (tool: object): ToolHints => (tool as { readonly [HINTS]?: ToolHints })[HINTS] ?? {};
