import type { ArgsDef } from 'citty';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry, requiredOption } from './command-entry.ts';

const args = {
  from: { type: 'string', description: 'A file, or postgres://user@host/database' },
  to: { type: 'string', description: 'The same, where nobody has used a store yet' },
  key: {
    type: 'string',
    description: 'The public key (PEM) of whoever signed; callgate.key.pub beside the store if absent',
  },
  json: { type: 'boolean', description: 'The same as JSON' },
} as const satisfies ArgsDef;

/** `callgate store copy --from PLACE --to PLACE` */
export const storeCopyCommand: CommandEntry = commandEntry(
  'store copy',
  'Copy a store with its whole record to another file or database, verified before and after',
  args,
  async ({ args: { from, to, key, json } }) => {
    const { copyVerified } = await import('../store/copy-verified.ts');
    await copyVerified({
      from: requiredOption(from, 'from', 'store copy'),
      to: requiredOption(to, 'to', 'store copy'),
      key,
      json: json === true,
    });
  },
);
