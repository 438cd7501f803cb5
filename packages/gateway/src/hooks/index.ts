/**
 * What `callgate hook` needs: hosts' events, and the way to the gate. Loads no gate by itself.
 *
 * @module
 */
export { deliver } from './deliver-hook.ts';
export type { DeliverOptions } from './deliver-hook.ts';
export { readEventPayload } from './read-payload.ts';
export { HOST_NAMES } from './host-events.ts';
export type { HostEvent, HostName, Verdict } from './host-events.ts';
export { hostNamed } from './hosts.ts';
export type { Host } from './hosts.ts';
export type { KeepHooksOptions } from './keep-hooks.ts';
export { liveHooks } from './post-hook.ts';
export type { LiveHooks } from './post-hook.ts';
export { SETTINGS_FILE, snippet } from './snippets.ts';
export { startKeeper } from './start-keeper.ts';
export type { StartKeeperOptions } from './start-keeper.ts';

/** A gate on the home's own store for hooks alone, as long as there are any. */
export const keepHooks = async (options: import('./keep-hooks.ts').KeepHooksOptions): Promise<void> =>
  (await import('./keep-hooks.ts')).keepHooks(options);
