import { errorText } from '../text/error-text.ts';

const RESTART = 'End this process. A new process opens the store in its true state.';
const ADDRESS =
  'Write postgres://user@host:port/database, with ?schema=name if the schema is not `callgate`.';

/** Errors of the store: its place, its file, its transactions, its copies. */
export const storeErrors = {
  // place
  missing: ({ path }: { path: string }) =>
    errorText('STORE_PLACE', `There is no store at ${path}`, 'Check the path.'),
  placeUnusable: ({ path, cause }: { path: string; cause: string }) =>
    errorText(
      'STORE_PLACE',
      `The store cannot be kept at ${path}: ${cause}`,
      'Choose a folder that you can write to.',
    ),
  logUnavailable: () =>
    errorText(
      'STORE_PLACE',
      'The store cannot keep a log beside its file',
      'Keep it on a file system that can share memory between processes.',
    ),
  onNetwork: ({ folder, fileSystem }: { folder: string; fileSystem: string }) =>
    errorText(
      'STORE_NETWORK',
      `The folder ${folder} is on ${fileSystem}, where file locks are not reliable`,
      'Keep the store on a disk of this machine.',
    ),
  addressInvalid: () =>
    errorText('STORE_ADDRESS', 'This is not a valid address of a PostgreSQL database', ADDRESS),
  passwordInOptions: () =>
    errorText('STORE_ADDRESS', 'The options of the database address contain a password', ADDRESS),
  schemaInvalid: ({ schema }: { schema: string }) =>
    errorText(
      'STORE_ADDRESS',
      `\`${schema}\` is not a valid schema name: use lowercase letters, digits and _`,
      ADDRESS,
    ),
  passwordUnreadable: () =>
    errorText(
      'STORE_ADDRESS',
      'The password in the database address cannot be read',
      'Write % as %25 in it, or give the password separately.',
    ),
  schemeUnknown: ({ scheme }: { scheme: string }) =>
    errorText(
      'STORE_ADDRESS',
      `A store cannot be at ${scheme}://`,
      'Give a file, or postgres://user@host/database.',
    ),

  // file
  openFailed: ({ file, cause }: { file: string; cause: string }) =>
    errorText(
      'STORE_OPEN',
      `The store ${file} cannot be opened: ${cause}`,
      'Give the store its own file on a working disk.',
    ),
  notStore: ({ file }: { file: string }) =>
    errorText('STORE_FOREIGN', `The file ${file} is not a store`, 'Check the path.'),
  otherDatabase: ({ file }: { file: string }) =>
    errorText(
      'STORE_FOREIGN',
      `The file ${file} is a database of another program`,
      'Give the store its own file.',
    ),
  newer: ({ file, version, known }: { file: string; version: number; known: number }) =>
    errorText(
      'STORE_NEWER',
      `The store ${file} was written by a newer version (${version}, known up to ${known})`,
      'Use that version or a newer one.',
    ),
  older: ({ file, version }: { file: string; version: number }) =>
    errorText(
      'STORE_OLDER',
      `The store ${file} was written by an older version (${version})`,
      'Open it once for writing to upgrade it.',
    ),
  gone: ({ file }: { file: string }) =>
    errorText(
      'STORE_GONE',
      `A file of the store was deleted, moved or replaced while it was open (${file}); no call is sent`,
      'Stop every Callgate process. Restore the store from a copy, or accept the loss with `callgate accept --lost-entries --reason TEXT`. Then start again.',
    ),
  corrupt: ({ what }: { what: string }) =>
    errorText(
      'STORE_CORRUPT',
      `The store is damaged: ${what} is not valid`,
      'Another program changed the store. Verify the audit log and restore the store from a copy.',
    ),

  // reads and writes
  readFailed: ({ cause }: { cause: string }) =>
    errorText('STORE_READ', `The store cannot be read: ${cause}`, 'Check the disk of the store.'),
  full: ({ cause }: { cause: string }) =>
    errorText(
      'STORE_FULL',
      `The store has no space left, and nothing was written: ${cause}`,
      'Make space where the store is, then try again.',
    ),
  busy: ({ ms }: { ms: number }) =>
    errorText(
      'STORE_BUSY',
      `Another process held the store for ${ms} ms, and nothing was written`,
      'Try again. If it happens again, find the process that has the file open and hangs.',
    ),
  conflict: () =>
    errorText(
      'STORE_BUSY',
      'Another transaction changed the same data at the same time, and nothing was written',
      'Try again.',
    ),
  permissionExpired: () =>
    errorText('STORE_BUSY', 'The approval or grant expired meanwhile, and nothing was written', 'Try again.'),
  writeUnknown: ({ cause }: { cause: string }) =>
    errorText(
      'STORE_UNKNOWN',
      `The storage failed, and it is unknown whether the data was written: ${cause}`,
      RESTART,
    ),
  broken: ({ cause }: { cause: string }) =>
    errorText('STORE_BROKEN', `The store accepts no more writes: ${cause}`, RESTART),
  closed: () => errorText('STORE_CLOSED', 'The store is closed', 'Open it again.'),
  duplicate: ({ cause }: { cause: string }) =>
    errorText(
      'STORE_DOUBLE',
      `The store already has an item with this id: ${cause}`,
      'Give each item its own id.',
    ),
  valueInvalid: ({ cause }: { cause: string }) =>
    errorText(
      'STORE_REFUSED',
      `The value cannot be stored: ${cause}`,
      'Times and counts are whole numbers, texts are strings.',
    ),
  clockBehind: ({ ms }: { ms: number }) =>
    errorText(
      'CLOCK_BACK',
      `The clock is ${ms} ms behind the last entry of the audit log`,
      'Set the clock right. Callgate decides nothing while the clock is behind.',
    ),
  transactionOver: () =>
    errorText(
      'STORE_TX_OVER',
      'The transaction is over',
      'Use it only inside the work it was given to, and await each step there.',
    ),
  transactionWaited: () =>
    errorText(
      'STORE_WORK_WAITED',
      'Work inside a transaction waited for something else',
      'Inside a transaction, await only what the transaction offers. All other writers wait meanwhile.',
    ),
  chartRange: ({ max }: { max: number }) =>
    errorText(
      'CHART_RANGE',
      'The period of the chart is not valid',
      `Ask for whole milliseconds, an end after the start and at most ${max} slices.`,
    ),
  cursorInvalid: () =>
    errorText('STORE_CURSOR', 'The page cursor is not valid', 'Use `next` of the previous page.'),

  // copies
  copyInUse: ({ openers }: { openers: number }) =>
    errorText(
      'COPY_IN_USE',
      `The source store is open in ${openers === 1 ? 'another process' : `${openers} processes`}`,
      'Stop every Callgate process that uses it, then copy. The copy would miss their changes.',
    ),
  copyTargetNotEmpty: ({ table }: { table: string }) =>
    errorText(
      'COPY_NOT_EMPTY',
      `The target of the copy already holds a store (${table})`,
      'Give an unused place: another file, or another `?schema=`.',
    ),
  copyDiffers: ({ table }: { table: string }) =>
    errorText(
      'COPY_DIFFERS',
      `The copy differs from its source (${table}) and was discarded`,
      'The source is unchanged. Check the disks and the database, and try again.',
    ),
  notArchive: ({ file }: { file: string }) =>
    errorText(
      'ARCHIVE_FILE',
      `The file ${file} is not an archive of an audit log`,
      'Give a file that `callgate audit archive` wrote.',
    ),
  notBackup: ({ file }: { file: string }) =>
    errorText(
      'BACKUP_FILE',
      `The file ${file} is not a backup of a store`,
      'Give a file that `callgate store backup` wrote.',
    ),
};
