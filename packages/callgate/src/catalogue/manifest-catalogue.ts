import type { TrustLevel } from '@callgate/core';
import { describeTool } from '@callgate/core';
import type { Manifest } from '@callgate/manifest';
import { catalogueParts } from '@callgate/manifest';
import type { CatalogueServer } from './read-catalogue.ts';

/** The tools of a manifest as tools of one server; what depends on arguments is the operator's word. */
export const manifestCatalogue = (manifest: Manifest, server: string, trust: TrustLevel): CatalogueServer => {
  const { definitions, operator } = catalogueParts(manifest);
  return {
    name: server,
    trust,
    tools: definitions.map((definition) =>
      describeTool({ server, trust, definition, overrides: operator[definition.name]?.overrides ?? [] }),
    ),
    definitions,
    settings: {},
  };
};
