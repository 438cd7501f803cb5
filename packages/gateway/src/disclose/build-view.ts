import type { JsonObject } from '@callgate/core';
import type { CustomHint } from '@callgate/core/disclose';
import { stripReservedMembers } from '@callgate/core/receive';
import type { ListingFilter } from '../config/gateway-config.ts';
import { effectiveHints, buildAgentTool } from './effective-hints.ts';
import type { ListKind } from './entry-shapes.ts';
import type { CallableEntry } from './callable-entry.ts';
import type { CallTarget, AgentView } from './agent-view.ts';

export interface ExposedEntry {
  readonly exposed: string;
  readonly entry: CallableEntry;
}

/** Everything that could be seen, before anybody's filters. */
export interface OfferedEntries extends Readonly<Record<ListKind, readonly ExposedEntry[]>> {
  /** For a uri in no list: the one server it can be read from. */
  readonly beyond: (uri: string) => CallableEntry | undefined;
}

export interface ViewOptions {
  readonly filters: readonly ListingFilter[];
  readonly effectiveHints: boolean;
  readonly custom: readonly CustomHint[];
}

/** What a tool must not be to pass. */
const HIDDEN_BY_FILTER: Readonly<Record<ListingFilter, 'mutates' | 'outward' | 'agentic'>> = {
  'read-only': 'mutates',
  'no-open-world': 'outward',
  'no-agents': 'agentic',
};

const passesFilters = (entry: CallableEntry, filters: readonly ListingFilter[]): boolean =>
  filters.every((filter) => !entry.traced()[HIDDEN_BY_FILTER[filter]]);

const targetsByName = (all: readonly ExposedEntry[]): ReadonlyMap<string, CallTarget> =>
  new Map(all.map(({ exposed, entry }) => [exposed, entry.target]));

const shownDefinitions = (all: readonly ExposedEntry[]): readonly JsonObject[] =>
  all.map(({ entry }) => stripReservedMembers(entry.shown));

export const buildView = (offered: OfferedEntries, options: ViewOptions): AgentView => {
  const { filters } = options;
  const seen = (all: readonly ExposedEntry[]): readonly ExposedEntry[] =>
    all.filter(({ entry }) => passesFilters(entry, filters));
  const tools = seen(offered.tool);
  const prompts = seen(offered.prompt);
  const resources = seen(offered.resource);
  const templates = seen(offered.template);
  const byTool = targetsByName(tools);
  const byPrompt = targetsByName(prompts);
  const byUri = targetsByName(resources);
  const byTemplate = targetsByName(templates);
  const listed = new Set(offered.resource.map(({ exposed }) => exposed));
  return Object.freeze({
    tools: tools.map(({ exposed, entry }) =>
      buildAgentTool(
        stripReservedMembers(entry.shown),
        exposed,
        options.effectiveHints ? effectiveHints(entry.traced(), options.custom) : undefined,
      ),
    ),
    prompts: prompts.map(({ exposed, entry }) => ({ ...stripReservedMembers(entry.shown), name: exposed })),
    resources: shownDefinitions(resources),
    templates: shownDefinitions(templates),
    tool: (exposed: string) => byTool.get(exposed),
    prompt: (exposed: string) => byPrompt.get(exposed),
    resource: (uri: string) => {
      const target = byUri.get(uri);
      if (target !== undefined || listed.has(uri)) return target;
      const entry = offered.beyond(uri);
      return entry !== undefined && passesFilters(entry, filters) ? entry.target : undefined;
    },
    template: (uriTemplate: string) => byTemplate.get(uriTemplate),
  });
};
