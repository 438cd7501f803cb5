import type { ArgsDef } from 'citty';
import { homePaths } from '../home.ts';
import { homeStore } from '../home-store.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry, requiredOption } from './command-entry.ts';

const args = {
  reason: { type: 'string', description: 'Why; it stands in the record' },
  store: {
    type: 'string',
    description: 'A file, or postgres://user@host/database; the store of this user if absent',
  },
  config: {
    type: 'string',
    alias: 'c',
    description: 'The configuration whose store it is, as given to callgate up -c',
  },
  json: { type: 'boolean', description: 'What was accepted as JSON' },
} as const satisfies ArgsDef;

/** `callgate store accept --reason TEXT` */
export const storeAcceptCommand: CommandEntry = commandEntry(
  'store accept',
  'Accept that rows of the record are gone: whatever waits is void, and the record says why',
  args,
  async ({ args: { reason, store, config, json } }) => {
    const { acceptGone } = await import('../store/accept-gone.ts');
    await acceptGone({
      place: await homeStore(process.env, store, config),
      home: homePaths(process.env),
      reason: requiredOption(reason, 'reason', 'store accept'),
      json: json === true,
    });
  },
);
