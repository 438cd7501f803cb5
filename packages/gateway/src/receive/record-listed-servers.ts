import type { GatewayParts } from './gateway-parts.ts';
import type { Caller } from '../wire/exchange.ts';
import { callerContext } from './identify-caller.ts';

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
export const recordListedServers = async (parts: GatewayParts, caller: Caller): Promise<void> => {
  const servers = parts.catalogue.untrustedServers();
  if (servers.length === 0) return;
  await parts.gate.listed(callerContext(parts, caller), servers);
};
