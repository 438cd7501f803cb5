import type { JsonObject, ToolInput } from '@callgate/core';
import { describeTool } from '@callgate/core';
import type { Disclosure } from '@callgate/core/disclose';
import { applicableOverrides, disclose } from '@callgate/core/disclose';
import type { ListedServer } from '../listed.ts';
import { suggest } from './suggest.ts';
import type { Suggestions } from '../suggestion.ts';

/** What is worked out of one definition once. */
export interface KnownTool {
  readonly tool: ToolInput;
  readonly disclosure: Disclosure;
  readonly suggestions: Suggestions;
}

const known = new WeakMap<ListedServer, WeakMap<JsonObject, KnownTool>>();

/** Callers do not change a list while it is looked at: the answer is kept for as long as the list is. */
export const knownTool = (server: ListedServer, definition: JsonObject): KnownTool => {
  const ofServer = known.get(server) ?? new WeakMap<JsonObject, KnownTool>();
  known.set(server, ofServer);
  const before = ofServer.get(definition);
  if (before !== undefined) return before;
  const tool = describeTool({ server: server.server, trust: server.trust, definition });
  const made = {
    tool,
    disclosure: disclose(tool, 'all', applicableOverrides(tool), []),
    suggestions: suggest({ definition, siblings: server.tools, server: server.server }),
  };
  ofServer.set(definition, made);
  return made;
};
