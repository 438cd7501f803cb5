import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { doctorMessages } from '@callgate/messages/cli/doctor';
import type { ClientName, ClientMachine } from '../init/clients.ts';
import { CLIENTS } from '../init/clients.ts';
import type { DoctorCheck, DoctorFinding } from './doctor-check.ts';
import { findClientServers } from './client-servers.ts';

const { hooks: texts } = doctorMessages;

type HookFiles = (machine: ClientMachine) => string;

/** Clients with hooks, and the file of their hooks. */
const HOOK_FILES: Partial<Record<ClientName, HookFiles>> = {
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

/** Clients that could say what the user asked for, and do not. */
export const checkHooks: DoctorCheck = async (world) => {
  await Promise.resolve();
  const clients = new Set(
    findClientServers(world).flatMap(({ client, isGuarded }) => (isGuarded ? [client] : [])),
  );
  return [...clients].flatMap((host): DoctorFinding[] => {
    const file = HOOK_FILES[host]?.(world.machine);
    if (file === undefined || new RegExp(`callgate[^"]*\\bhook ${host}\\b`).test(readOrNothing(file)))
      return [];
    return [
      {
        check: 'hooks',
        severity: 'warning',
        message: texts.missing({ client: CLIENTS[host].title }),
        fix: texts.fix({ host, file }),
      },
    ];
  });
};
