import type { TracedTool } from '@callgate/core';
import { describeTool, traceTool } from '@callgate/core';
import type { CallKind } from '@callgate/core/receive';

/** Where the gate looks up what is called. What it does not find is not called. */
export interface ToolCatalogue {
  /**
   * `argumentsDigest` where a call is looked up: a server that resolved these very arguments may have said more.
   * `runsElsewhere`: without what a sandbox enforces here.
   */
  find(
    kind: CallKind,
    server: string,
    target: string,
    argumentsDigest?: string,
    runsElsewhere?: boolean,
  ): TracedTool | undefined;
  /** Digest of the command or url behind an alias, where there is one: an approval holds for nothing else. */
  identity?(server: string): string | undefined;
}

/** A tool nobody has described. */
export const makeUndescribedTarget = (kind: CallKind, server: string, target: string): TracedTool => {
  const definition = { name: target };
  return traceTool(describeTool({ kind, server, name: target, definition }), definition);
};
