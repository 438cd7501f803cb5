import type { CustomHint } from '@callgate/core/disclose';
import type { ListingConfig, ServerConfig } from '../config/gateway-config.ts';
import { defaultServerConfig } from '../config/defaults.ts';
import { GatewayCatalogue } from './gateway-catalogue.ts';
import type { ContractFile } from './contract-file.ts';
import type { Lock } from './lock/read-lock.ts';
import type { OperatorDecisionStore } from './operator-decision-file.ts';
import type { PinnedServer } from './pin-folder.ts';
import { MemoryPinStore } from './pin-store.ts';
import type { ServerInventory } from './server-inventory.ts';
import type { TrustStore } from './trust-file.ts';
import { TRUST_AS_WRITTEN } from './trust-file.ts';
import type { ViolationFile } from './violation-file.ts';

export interface PinnedInventoryOptions {
  readonly operator: OperatorDecisionStore;
  readonly customHints: readonly CustomHint[];
  /** What is configured under this alias for this identity, where it is known. */
  readonly config?: ServerConfig;
  readonly trust?: TrustStore;
  readonly listing?: ListingConfig;
  readonly lock?: Lock | null;
  /** What sandboxes saw and held when it ran last. */
  readonly violations?: ViolationFile;
  readonly contracts?: Pick<ContractFile, 'of'>;
}

/** Every tool under the name of its server. */
export const PLAIN_LISTING: ListingConfig = {
  prefix: 'always',
  filters: [],
  perPrincipal: {},
  effectiveHints: false,
};

/**
 * The tools of a server that is not served here, as they were last seen. Nothing is written. What a person said of its
 * server on another command line is not known: without a configuration it is untrusted.
 */
export const buildPinnedInventory = (
  { server, identity, pins }: PinnedServer,
  {
    operator,
    customHints,
    config,
    trust,
    listing,
    lock = null,
    violations,
    contracts,
  }: PinnedInventoryOptions,
): ServerInventory | undefined => {
  const book = new MemoryPinStore();
  book.change(server, identity, () => [...pins.values()]);
  const catalogue = new GatewayCatalogue({
    pins: book,
    trust: trust ?? TRUST_AS_WRITTEN,
    operator,
    listing: listing ?? PLAIN_LISTING,
    customHints,
    clock: { now: () => 0 },
    ...(violations === undefined ? {} : { violations }),
  });
  const reach = { kind: 'stdio', command: '-', args: [], env: {} } as const;
  catalogue.setServers([{ ...(config ?? defaultServerConfig(server, reach)), server, enabled: true }]);
  catalogue.setLock(lock);
  // it is switched off where it is configured and says so
  const isOff = config !== undefined && config.contract === undefined;
  const enforcement = isOff ? null : (contracts?.of(server, identity) ?? null);
  if (enforcement !== null) catalogue.setEnforcement(server, enforcement);
  const entries = [...pins.values()]
    .filter(({ kind }) => kind === 'tool')
    .map(({ name, digest, definition, changed }) => ({ name, digest, definition, ...changed }));
  catalogue.update(server, { identity, tool: { entries, diagnoses: [] } });
  return catalogue.stock()[0];
};
