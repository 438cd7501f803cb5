import { join } from 'node:path';
import type { HostName } from '@callgate/gateway/hooks';
import type { ClientMachine, ClientName } from './clients.ts';

/** Clients with hooks, and the file of their hooks. */
const HOOK_FILES: Readonly<Record<HostName, (machine: ClientMachine) => string>> = {
  'claude-code': ({ home, env }) => join(env['CLAUDE_CONFIG_DIR'] ?? join(home, '.claude'), 'settings.json'),
  codex: ({ home, env }) => join(env['CODEX_HOME'] ?? join(home, '.codex'), 'hooks.json'),
};

export const isHookHost = (client: ClientName): client is HostName & ClientName =>
  Object.hasOwn(HOOK_FILES, client);

/** The file of a client's hooks; undefined where it has none. */
export const hookFileOf = (client: ClientName, machine: ClientMachine): string | undefined =>
  isHookHost(client) ? HOOK_FILES[client](machine) : undefined;

/** Whether a text of a client's settings starts Callgate's hook. */
export const namesHook = (client: ClientName, text: string): boolean =>
  new RegExp(`callgate[^"]*\\bhook ${client}\\b`).test(text);
