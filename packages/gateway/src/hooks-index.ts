/**
 * What `callgate hook` needs: hosts' events, and the way to the gate. Loads no gate by itself.
 *
 * @module
 */
export { deliver } from './hooks/deliver-hook.ts';
export type { DeliverOptions } from './hooks/deliver-hook.ts';
export { readEventPayload } from './hooks/read-payload.ts';
export { HOST_NAMES } from './hooks/host-events.ts';
export type { HostEvent, HostName, Verdict } from './hooks/host-events.ts';
export { hostNamed } from './hooks/hosts.ts';
export type { Host } from './hooks/hosts.ts';
export type { KeepHooksOptions } from './hooks/keep-hooks.ts';
export { liveHooks } from './hooks/post-hook.ts';
export type { LiveHooks } from './hooks/post-hook.ts';
export { SETTINGS_FILE, snippet } from './hooks/snippets.ts';
export { startKeeper } from './hooks/start-keeper.ts';
export type { StartKeeperOptions } from './hooks/start-keeper.ts';

/** A gate on the home's own store for hooks alone, as long as there are any. */
export const keepHooks = async (options: import('./hooks/keep-hooks.ts').KeepHooksOptions): Promise<void> =>
  (await import('./hooks/keep-hooks.ts')).keepHooks(options);
