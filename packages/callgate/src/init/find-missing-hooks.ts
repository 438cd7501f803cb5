import { readFileSync } from 'node:fs';
import type { ClientMachine, ClientName } from './clients.ts';
import { hookFileOf, namesHook } from './hook-files.ts';

const readOrNothing = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** The file where the hooks of a client are missing; undefined where they are there, or the client has none. */
export const findMissingHooks = (client: ClientName, machine: ClientMachine): string | undefined => {
  const file = hookFileOf(client, machine);
  return file === undefined || namesHook(client, readOrNothing(file)) ? undefined : file;
};
