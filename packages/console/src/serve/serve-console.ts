import type { ConsoleParts } from '../parts.ts';
import type { ConsoleSettings } from './settings.ts';

export interface ServedConsole {
  readonly url: string;
  /** A link that signs one person in, once, within ten minutes. */
  link(subject: string): string;
  close(): Promise<void>;
}

/** Serves the console on its own port. */
export const serveConsole = (
  _parts: Omit<ConsoleParts, 'tell'>,
  _settings: ConsoleSettings,
): Promise<ServedConsole> => Promise.reject(new Error('not yet'));
