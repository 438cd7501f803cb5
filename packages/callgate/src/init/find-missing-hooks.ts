import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientMachine, ClientName } from './clients.ts';

/** Clients with hooks, and the file of their hooks. */
const HOOK_FILES: Partial<Record<ClientName, (machine: ClientMachine) => string>> = {
  'claude-code': ({ home, env }) => join(env['CLAUDE_CONFIG_DIR'] ?? join(home, '.claude'), 'settings.json'),
  codex: ({ home, env }) => join(env['CODEX_HOME'] ?? join(home, '.codex'), 'hooks.json'),
};

const readOrNothing = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** The file where the hooks of a client are missing; undefined where they are there, or the client has none. */
export const findMissingHooks = (client: ClientName, machine: ClientMachine): string | undefined => {
  const file = HOOK_FILES[client]?.(machine);
  return file === undefined || new RegExp(`callgate[^"]*\\bhook ${client}\\b`).test(readOrNothing(file))
    ? undefined
    : file;
};
