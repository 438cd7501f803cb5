import type { Json, JsonObject } from '@callgate/core';
import { LOCAL_PRINCIPAL, canonical } from '@callgate/core';
import { digestCanonical, parseStrict } from '@callgate/core/receive';
import type { ListingConfig, ServerConfig } from '../../src/config/gateway-config.ts';
import type { GatewayCatalogueOptions } from '../../src/disclose/gateway-catalogue.ts';
import { GatewayCatalogue } from '../../src/disclose/gateway-catalogue.ts';
import { ENTRY_KEYS } from '../../src/disclose/entry-shapes.ts';
import type { ListKind } from '../../src/disclose/entry-shapes.ts';
import { MemoryPinStore } from '../../src/disclose/pin-store.ts';
import type { ListedEntry, ServerLists } from '../../src/disclose/read-lists.ts';
import { TRUST_AS_WRITTEN } from '../../src/disclose/trust-file.ts';
import type { Diagnosis, AgentView } from '../../src/disclose/agent-view.ts';

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

export const toListedEntry = (kind: ListKind, definition: JsonObject): ListedEntry => ({
  name: String(definition[ENTRY_KEYS[kind]]),
  definition,
  digest: digestCanonical('definition', canonical(definition)),
});

export type Definitions = { readonly [K in ListKind]?: readonly JsonObject[] };

export const lists = (definitions: Definitions, identity = 'sha256:one'): ServerLists => {
  const entries = Object.entries(definitions) as [ListKind, readonly JsonObject[]][];
  const read = entries.map(([kind, all]) => [
    kind,
    { entries: all.map((definition) => toListedEntry(kind, definition)), diagnoses: [] },
  ]);
  return { identity, ...Object.fromEntries(read) };
};

/** As if it had come over the wire anew: no object is shared. */
export const reparse = <T extends Json>(value: T): T => parseStrict(canonical(value)) as T;

export interface CatalogueHarness {
  readonly catalogue: GatewayCatalogue;
  readonly news: Diagnosis[];
  readonly view: () => AgentView;
  readonly codes: () => string[];
}

export const openCatalogue = (
  configs: readonly ServerConfig[],
  options: Partial<GatewayCatalogueOptions> = {},
): CatalogueHarness => {
  const news: Diagnosis[] = [];
  const catalogue = new GatewayCatalogue({
    pins: new MemoryPinStore(),
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
