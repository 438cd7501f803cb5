import type { JsonObject } from '@callgate/core';
import type { CustomHint } from '@callgate/core/disclose';
import { withoutOwnMembers } from '@callgate/core/receive';
import type { Filter } from '../config/config.ts';
import { effectiveHints, shownTool } from './effective-hints.ts';
import type { ListKind } from './entry-shapes.ts';
import type { Entry } from './entry.ts';
import type { Target, View } from './view.ts';

export interface Exposed {
  readonly exposed: string;
  readonly entry: Entry;
}

/** Everything that could be seen, before anybody's filters. */
export interface Offered extends Readonly<Record<ListKind, readonly Exposed[]>> {
  /** For a uri in no list: the one server it can be read from. */
  readonly beyond: (uri: string) => Entry | undefined;
}

export interface ViewOptions {
  readonly filters: readonly Filter[];
  readonly effectiveHints: boolean;
  readonly custom: readonly CustomHint[];
}

/** What a tool must not be to pass. */
const HIDES: Readonly<Record<Filter, 'mutates' | 'outward' | 'agentic'>> = {
  'read-only': 'mutates',
  'no-open-world': 'outward',
  'no-agents': 'agentic',
};

const passes = (entry: Entry, filters: readonly Filter[]): boolean =>
  filters.every((filter) => !entry.traced()[HIDES[filter]]);

const targets = (all: readonly Exposed[]): ReadonlyMap<string, Target> =>
  new Map(all.map(({ exposed, entry }) => [exposed, entry.target]));

const shown = (all: readonly Exposed[]): readonly JsonObject[] =>
  all.map(({ entry }) => withoutOwnMembers(entry.shown));

export const buildView = (offered: Offered, options: ViewOptions): View => {
  const { filters } = options;
  const seen = (all: readonly Exposed[]): readonly Exposed[] =>
    all.filter(({ entry }) => passes(entry, filters));
  const tools = seen(offered.tool);
  const prompts = seen(offered.prompt);
  const resources = seen(offered.resource);
  const templates = seen(offered.template);
  const byTool = targets(tools);
  const byPrompt = targets(prompts);
  const byUri = targets(resources);
  const byTemplate = targets(templates);
  const listed = new Set(offered.resource.map(({ exposed }) => exposed));
  return Object.freeze({
    tools: tools.map(({ exposed, entry }) =>
      shownTool(
        withoutOwnMembers(entry.shown),
        exposed,
        options.effectiveHints ? effectiveHints(entry.traced(), options.custom) : undefined,
      ),
    ),
    prompts: prompts.map(({ exposed, entry }) => ({ ...withoutOwnMembers(entry.shown), name: exposed })),
    resources: shown(resources),
    templates: shown(templates),
    tool: (exposed: string) => byTool.get(exposed),
    prompt: (exposed: string) => byPrompt.get(exposed),
    resource: (uri: string) => {
      const target = byUri.get(uri);
      if (target !== undefined || listed.has(uri)) return target;
      const entry = offered.beyond(uri);
      return entry !== undefined && passes(entry, filters) ? entry.target : undefined;
    },
    template: (uriTemplate: string) => byTemplate.get(uriTemplate),
  });
};
