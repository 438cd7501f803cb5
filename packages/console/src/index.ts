export type { ServedConsole } from './serve/serve-console.ts';
export { serveConsole } from './serve/serve-console.ts';
export type { ConsoleSettings } from './serve/console-settings.ts';
