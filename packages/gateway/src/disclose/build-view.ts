import type { JsonObject } from '@callgate/core';
import type { CustomHint } from '@callgate/core/disclose';
import { withoutOwnMembers } from '@callgate/core/receive';
import type { Filter } from '../config/config.ts';
import { effectiveHints, shownTool } from './effective-hints.ts';
import type { Entry } from './entry.ts';
import type { Target, View } from './view.ts';

/** Something with the name it has for agents. */
export interface Exposed {
  readonly exposed: string;
  readonly entry: Entry;
}

/** Everything that could be seen, before anybody's filters. */
export interface Offered {
  readonly tools: readonly Exposed[];
  readonly prompts: readonly Exposed[];
  readonly resources: readonly Exposed[];
  readonly templates: readonly Exposed[];
  /** For a uri in no list: the one server it can be read from. */
  readonly beyond: (uri: string) => Entry | undefined;
}

export interface ViewOptions {
  readonly filters: readonly Filter[];
  readonly effectiveHints: boolean;
  readonly custom: readonly CustomHint[];
}

const passes = (entry: Entry, filters: readonly Filter[]): boolean => {
  if (filters.length === 0) return true;
  const { mutates, outward, agentic } = entry.traced();
  return filters.every((filter) => {
    switch (filter) {
      case 'read-only':
        return !mutates;
      case 'no-open-world':
        return !outward;
      case 'no-agents':
        return !agentic;
      default:
        return filter satisfies never;
    }
  });
};

const targets = (all: readonly Exposed[]): ReadonlyMap<string, Target> =>
  new Map(all.map(({ exposed, entry }) => [exposed, entry.target]));

const shown = (all: readonly Exposed[]): readonly JsonObject[] =>
  all.map(({ entry }) => withoutOwnMembers(entry.shown));

/** What is seen through these filters. */
export const buildView = (offered: Offered, options: ViewOptions): View => {
  const { filters } = options;
  const seen = (all: readonly Exposed[]): readonly Exposed[] =>
    all.filter(({ entry }) => passes(entry, filters));
  const [tools, prompts, resources, templates] = [
    seen(offered.tools),
    seen(offered.prompts),
    seen(offered.resources),
    seen(offered.templates),
  ];
  const byTool = targets(tools);
  const byPrompt = targets(prompts);
  const byUri = targets(resources);
  const byTemplate = targets(templates);
  const listed = new Set(offered.resources.map(({ exposed }) => exposed));
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
