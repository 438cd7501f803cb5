import type { JsonObject, ToolInput } from '@callgate/core';
import { describeTool } from '@callgate/core';
import type { Disclosure } from '@callgate/core/disclose';
import { listApplicableOverrides, disclose } from '@callgate/core/disclose';
import type { ListedServer } from '../listed-server.ts';
import { suggestHints } from './suggest-hints.ts';
import type { Suggestions } from '../suggestion.ts';

/** What is worked out of one definition once. */
export interface ToolAnalysis {
  readonly tool: ToolInput;
  readonly disclosure: Disclosure;
  readonly suggestions: Suggestions;
}

const analyses = new WeakMap<ListedServer, WeakMap<JsonObject, ToolAnalysis>>();

/** Callers do not change a list while it is looked at: the answer is kept for as long as the list is. */
export const analyzeTool = (server: ListedServer, definition: JsonObject): ToolAnalysis => {
  const ofServer = analyses.get(server) ?? new WeakMap<JsonObject, ToolAnalysis>();
  analyses.set(server, ofServer);
  const before = ofServer.get(definition);
  if (before !== undefined) return before;
  const tool = describeTool({ server: server.server, trust: server.trust, definition });
  const made = {
    tool,
    disclosure: disclose(tool, 'all', listApplicableOverrides(tool), []),
    suggestions: suggestHints({ definition, siblings: server.tools, server: server.server }),
  };
  ofServer.set(definition, made);
  return made;
};
