import type { Json, JsonObject } from '@callgate/core';
import { LOCAL_PRINCIPAL, canonical } from '@callgate/core';
import { digestCanonical, parseStrict } from '@callgate/core/receive';
import type { ListingConfig, ServerConfig } from '../../src/config/config.ts';
import type { CatalogueOptions } from '../../src/disclose/catalogue.ts';
import { Catalogue } from '../../src/disclose/catalogue.ts';
import { KEY_OF } from '../../src/disclose/entry-shapes.ts';
import type { ListKind } from '../../src/disclose/entry-shapes.ts';
import { MemoryPins } from '../../src/disclose/pins.ts';
import type { ListedEntry, ServerLists } from '../../src/disclose/read-lists.ts';
import { TRUST_AS_WRITTEN } from '../../src/disclose/trust.ts';
import type { Diagnosis, View } from '../../src/disclose/view.ts';

export const ME = LOCAL_PRINCIPAL;

export const serverConfig = (server: string, more: Partial<ServerConfig> = {}): ServerConfig => ({
  server,
  reach: { kind: 'stdio', command: 'x', args: [], env: {} },
  era: 'auto',
  trust: 'untrusted',
  overrides: [],
  reviews: [],
  stores: {},
  internal: { domains: [], hosts: [] },
  audience: {},
  asks: { sampling: false, elicitation: false, roots: false },
  allowPrivate: [],
  connectMs: 1000,
  messageBytes: 1_000_000,
  neutralise: 'never',
  slowAsTasks: false,
  enabled: true,
  ...more,
});

export const listing = (more: Partial<ListingConfig> = {}): ListingConfig => ({
  prefix: 'always',
  filters: [],
  perPrincipal: {},
  effectiveHints: false,
  ...more,
});

export const tool = (name: string, more: JsonObject = {}): JsonObject => ({
  name,
  description: `does ${name}`,
  inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
  ...more,
});

export const listed = (kind: ListKind, definition: JsonObject): ListedEntry => ({
  name: String(definition[KEY_OF[kind]]),
  definition,
  digest: digestCanonical('definition', canonical(definition)),
});

export type Definitions = { readonly [K in ListKind]?: readonly JsonObject[] };

export const lists = (definitions: Definitions, identity = 'sha256:one'): ServerLists => {
  const entries = Object.entries(definitions) as [ListKind, readonly JsonObject[]][];
  const read = entries.map(([kind, all]) => [
    kind,
    { entries: all.map((definition) => listed(kind, definition)), diagnoses: [] },
  ]);
  return { identity, ...Object.fromEntries(read) };
};

/** As if it had come over the wire anew: no object is shared. */
export const resent = <T extends Json>(value: T): T => parseStrict(canonical(value)) as T;

export interface Shop {
  readonly catalogue: Catalogue;
  readonly news: Diagnosis[];
  readonly view: () => View;
  readonly codes: () => string[];
}

export const shop = (configs: readonly ServerConfig[], options: Partial<CatalogueOptions> = {}): Shop => {
  const news: Diagnosis[] = [];
  const catalogue = new Catalogue({
    pins: new MemoryPins(),
    trust: TRUST_AS_WRITTEN,
    listing: listing(),
    clock: { now: () => 1000 },
    tell: (each) => news.push(each),
    ...options,
  });
  catalogue.setServers(configs);
  return {
    catalogue,
    news,
    view: () => catalogue.viewFor(ME),
    codes: () => catalogue.diagnoses.map(({ code }) => code),
  };
};
