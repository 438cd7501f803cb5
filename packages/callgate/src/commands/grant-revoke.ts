import { display } from '@callgate/core';
import type { ArgsDef } from 'citty';
import { renameError } from '../desk/rename-error.ts';
import { openAccess } from '../desk/open-access.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { write } from '../show/style.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry, requiredOption } from './command-entry.ts';

const args = {
  grant: { type: 'positional', required: true, description: 'The id of the grant' },
  reason: { type: 'string', description: 'Why; it stands in the record' },
  json: { type: 'boolean', description: 'What was done as JSON' },
} as const satisfies ArgsDef;

/** `callgate grant revoke ID` */
export const grantRevokeCommand: CommandEntry = commandEntry(
  'grant revoke',
  'Take a grant back',
  args,
  async ({ args: given }) => {
    const reason = requiredOption(given.reason, 'reason', 'grant revoke');
    const access = await openAccess({ write: true });
    try {
      await access.operations.ask('inbox.revoke', { grant: given.grant, reason }).catch(
        renameError('GRANT_CHANGED', 'GRANT_OVER', {
          message: `there is no grant ${display(given.grant, { max: 128 })}, or it was taken back`,
          help: 'see callgate grants --all',
        }),
      );
      write(
        given.json === true
          ? asciiJson({ grant: given.grant, revoked: true, reason })
          : `taken back: ${display(given.grant, { max: 128 })}`,
      );
    } finally {
      await access.close();
    }
  },
);
