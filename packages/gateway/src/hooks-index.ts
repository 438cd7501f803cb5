/**
 * What `callgate hook` needs: hosts' events, and the way to the gate. Loads no gate by itself.
 *
 * @module
 */
export { deliverHookEvent } from './hooks/deliver-hook-event.ts';
export type { DeliverHookOptions } from './hooks/deliver-hook-event.ts';
export { readEventPayload } from './hooks/read-event-payload.ts';
export { HOST_NAMES } from './hooks/host-events.ts';
export type { HostEvent, HostName, HookVerdict } from './hooks/host-events.ts';
export { findHostProtocol } from './hooks/host-protocols.ts';
export type { HostProtocol } from './hooks/host-protocols.ts';
export type { RunHookKeeperOptions } from './hooks/run-hook-keeper.ts';
export { findHookListeners } from './hooks/post-event.ts';
export type { HookListener } from './hooks/post-event.ts';
export { SETTINGS_FILE, hookSettingsSnippet } from './hooks/hook-settings-snippet.ts';
export { startHookKeeper } from './hooks/start-hook-keeper.ts';
export type { StartHookKeeperOptions } from './hooks/start-hook-keeper.ts';

/** A gate on the home's own store for hooks alone, as long as there are any. */
export const runHookKeeper = async (
  options: import('./hooks/run-hook-keeper.ts').RunHookKeeperOptions,
): Promise<void> => (await import('./hooks/run-hook-keeper.ts')).runHookKeeper(options);
