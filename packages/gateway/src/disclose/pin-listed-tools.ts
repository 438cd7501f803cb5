import type { JsonObject } from '@callgate/core';
import { digestDefinition } from '@callgate/core/disclose';
import type { ServerConfig } from '../config/gateway-config.ts';
import { serverIdentity } from '../config/server-identity.ts';
import { GatewayCatalogue } from './gateway-catalogue.ts';
import type { OperatorDecisionStore } from './operator-decision-file.ts';
import type { PinnedServer } from './pin-folder.ts';
import type { PinStore } from './pin-store.ts';
import { PLAIN_LISTING } from './pinned-inventory.ts';
import { TRUST_AS_WRITTEN } from './trust-file.ts';

export interface PinListedToolsOptions {
  readonly pins: PinStore;
  readonly operator: OperatorDecisionStore;
  readonly config: ServerConfig;
  readonly tools: readonly JsonObject[];
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Pins what a server listed, as the gateway does when it lists the server itself. Throws like `PinStore`. */
export const pinListedTools = ({
  pins,
  operator,
  config,
  tools,
  at,
}: PinListedToolsOptions): PinnedServer => {
  const { server } = config;
  const identity = serverIdentity(config.reach);
  const catalogue = new GatewayCatalogue({
    pins,
    trust: TRUST_AS_WRITTEN,
    operator,
    listing: PLAIN_LISTING,
    customHints: [],
    clock: { now: () => at },
  });
  catalogue.setServers([config]);
  const entries = tools.map((definition) => ({
    name: String(definition['name']),
    digest: digestDefinition(definition).digest,
    definition,
  }));
  catalogue.update(server, { identity, tool: { entries, diagnoses: [] } });
  return { server, identity, pins: pins.read(server, identity) };
};
