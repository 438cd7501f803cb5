import { errorText } from '../text/error-text.ts';

const REACH = 'Check that the database runs and that this machine can reach it.';

/** Errors of a store in a PostgreSQL database. */
export const databaseErrors = {
  openFailed: ({ cause }: { cause: string }) =>
    errorText(
      'STORE_OPEN',
      `The database cannot be opened: ${cause}`,
      'Check that it runs, and check the user, the database and the password in its address.',
    ),
  unreachable: ({ cause }: { cause: string }) =>
    errorText(
      'STORE_AWAY',
      `The database cannot be reached, and nothing was written: ${cause}`,
      `Callgate retries automatically. ${REACH}`,
    ),
  silent: () => errorText('STORE_AWAY', 'The database does not answer', REACH),
  readFailed: ({ cause }: { cause: string }) =>
    errorText('STORE_READ', `The store cannot be read: ${cause}`, 'Check the database.'),
  rejected: ({ cause }: { cause: string }) =>
    errorText(
      'STORE_FAILED',
      `The database rejected the work, and nothing was written: ${cause}`,
      'Check the rights of the database user, and that the tables are as the store created them.',
    ),
  lost: ({ what }: { what: string }) =>
    errorText(
      'STORE_LOST',
      `The database lost acknowledged data: ${what}`,
      'Callgate decides nothing on it. Restore the lost entries, or accept the loss: `callgate accept --lost-entries --reason TEXT`.',
    ),
  fenced: () =>
    errorText(
      'STORE_FENCED',
      'Other replicas took this process for dead',
      'It opens the store again automatically.',
    ),
  readOnly: () =>
    errorText(
      'STORE_READ_ONLY',
      'The database accepts no writes at the moment',
      'Check default_transaction_read_only, and the space that is left.',
    ),
  standby: () =>
    errorText(
      'STORE_STANDBY',
      'This database server is a standby of another one',
      'Give the address of the primary server, or promote this one.',
    ),
  otherKey: ({ theirs, ours }: { theirs: string; ours: string }) =>
    errorText(
      'STORE_KEY',
      `Other processes write to this store with another key (${theirs}) than this one (${ours})`,
      'Give every process the same callgate.key, with its .pub. Copy both from the folder of a process that works.',
    ),
  inUse: ({ others }: { others: number }) =>
    errorText(
      'STORE_IN_USE',
      `The store is open in ${others === 1 ? 'another process' : `${others} other processes`}, and nothing was changed`,
      'Stop every Callgate process that uses it, and try again.',
    ),

  // schema
  schemaTaken: ({ schema }: { schema: string }) =>
    errorText(
      'STORE_FOREIGN',
      `The schema ${schema} holds the tables of another program`,
      'Give the store its own schema.',
    ),
  schemaEmpty: ({ schema }: { schema: string }) =>
    errorText(
      'STORE_FOREIGN',
      `There is no store in the schema ${schema}`,
      'Check the address. Add ?schema=name if the schema is not `callgate`.',
    ),
  newer: ({ version, known }: { version: number; known: number }) =>
    errorText(
      'STORE_NEWER',
      `The tables were made by a newer version (${version}, known up to ${known})`,
      'Use that version or a newer one.',
    ),
  older: ({ version }: { version: number }) =>
    errorText(
      'STORE_OLDER',
      `The tables were made by an older version (${version})`,
      'Open the store once for writing to upgrade it.',
    ),
};
