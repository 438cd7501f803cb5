import type { CallKind, TracedTool } from '@callgate/core';

/** Where the gate looks up what is called. What it does not find is not called. */
export interface ToolCatalogue {
  find(kind: CallKind, server: string, target: string): TracedTool | undefined;
}
