import type { CustomHint } from '@callgate/core/disclose';
import type { ListingConfig, ServerConfig } from '../config/config.ts';
import { serverConfig } from '../config/defaults.ts';
import { Catalogue } from './catalogue.ts';
import type { Lock } from './lock/read-lock.ts';
import type { OperatorBook } from './operator-file.ts';
import type { PinnedServer } from './pin-file.ts';
import { MemoryPins } from './pins.ts';
import type { StockedServer } from './stock.ts';
import type { TrustBook } from './trust.ts';
import { TRUST_AS_WRITTEN } from './trust.ts';

export interface PinnedStockOptions {
  readonly operator: OperatorBook;
  readonly customHints: readonly CustomHint[];
  /** What is configured under this alias for this identity, where it is known. */
  readonly config?: ServerConfig;
  readonly trust?: TrustBook;
  readonly listing?: ListingConfig;
  readonly lock?: Lock | null;
}

const LISTING: ListingConfig = { prefix: 'always', filters: [], perPrincipal: {}, effectiveHints: false };

/**
 * The tools of a server that is not served here, as they were last seen. Nothing is written. What somebody said of its
 * server on another command line is not known: without a configuration it is untrusted.
 */
export const pinnedStock = (
  { server, identity, pins }: PinnedServer,
  { operator, customHints, config, trust, listing, lock = null }: PinnedStockOptions,
): StockedServer | undefined => {
  const book = new MemoryPins();
  book.change(server, identity, () => [...pins.values()]);
  const catalogue = new Catalogue({
    pins: book,
    trust: trust ?? TRUST_AS_WRITTEN,
    operator,
    listing: listing ?? LISTING,
    customHints,
    clock: { now: () => 0 },
  });
  const reach = { kind: 'stdio', command: '-', args: [], env: {} } as const;
  catalogue.setServers([{ ...(config ?? serverConfig(server, reach)), server, enabled: true }]);
  catalogue.setLock(lock);
  const entries = [...pins.values()]
    .filter(({ kind }) => kind === 'tool')
    .map(({ name, digest, definition, changed }) => ({ name, digest, definition, ...changed }));
  catalogue.update(server, { identity, tool: { entries, diagnoses: [] } });
  return catalogue.stock()[0];
};
