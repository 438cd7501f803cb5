import type { GatewayParts } from './parts.ts';
import type { Caller } from '../wire/exchange.ts';
import { contextFor } from './who-asks.ts';

/** Methods whose answers put texts of servers before the model that no call has asked for. */
export const LISTING_METHODS: ReadonlySet<string> = new Set([
  'server/discover',
  'tools/list',
  'prompts/list',
  'prompts/get',
  'resources/list',
  'resources/templates/list',
  'completion/complete',
]);

/**
 * Keeps that this context may have read what untrusted servers say of themselves. All that are served here count,
 * whichever list was asked for: clients keep lists from earlier connections. Noted each time: another process may have
 * ended the context since.
 */
export const noteListed = async (parts: GatewayParts, caller: Caller): Promise<void> => {
  const servers = parts.catalogue.untrustedServers();
  if (servers.length === 0) return;
  await parts.gate.listed(contextFor(parts, caller), servers);
};
