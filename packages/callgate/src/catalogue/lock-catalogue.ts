import type { TrustLevel } from '@callgate/core';
import { HINTS, HINT_NAMES, describeTool } from '@callgate/core';
import type { Lock } from '@callgate/gateway/config';
import type { CatalogueFile } from './read-catalogue.ts';

type LockedTool = Lock['servers'][string]['tools'][string];

const definitionOf = (
  name: string,
  { claims = {} }: LockedTool,
): { name: string; annotations: Record<string, boolean> } => ({
  name,
  annotations: Object.fromEntries(
    HINT_NAMES.flatMap((hint) =>
      claims[hint] === undefined ? [] : [[HINTS[hint].key, claims[hint] === 'yes']],
    ),
  ),
});

/** The tools of a lock: what they claim, and what reviewers said of them. Their definitions are elsewhere. */
export const lockCatalogue = ({ servers }: Lock, trust: TrustLevel): CatalogueFile => ({
  servers: Object.entries(servers).map(([name, { identities, tools }]) => {
    const entries = Object.entries(tools).map(([tool, entry]) => ({
      entry,
      definition: definitionOf(tool, entry),
    }));
    return {
      name,
      trust,
      tools: entries.map(({ entry, definition }) =>
        describeTool({
          server: name,
          trust,
          definition,
          overrides: [
            {
              set: entry.classification?.set ?? {},
              ...(entry.roles === undefined ? {} : { roles: entry.roles }),
              ...(entry.directory === undefined ? {} : { directory: entry.directory }),
            },
          ],
        }),
      ),
      definitions: entries.map(({ definition }) => definition),
      settings: identities === undefined ? {} : { identities },
    };
  }),
  diagnoses: [],
});
