export type { ServedConsole } from './serve/serve-console.ts';
export { serveConsole } from './serve/serve-console.ts';
export type { ConsoleSettings, OidcSettings } from './serve/console-settings.ts';
