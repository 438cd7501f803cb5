import type { VerifyVerdict } from '@callgate/gate';
import { keyId, verifyDatabase } from '@callgate/gate';
import type { ArgsDef } from 'citty';
import { journalsText, verifyJournalsAt } from '../audit/journals.ts';
import { withRecord } from '../audit/open-record.ts';
import { RECORD_PLACE } from '../audit/record-place.ts';
import { rowProgress } from '../audit/row-progress.ts';
import { anchorsFor, publicKeyFor } from '../audit/trust.ts';
import { verifiedText } from '../audit/verify-text.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { write } from '../show/style.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry } from './command-entry.ts';

const args = {
  ...RECORD_PLACE,
  anchor: {
    type: 'string',
    description: 'Anchor files, separated by commas; callgate.anchors beside the database if absent',
  },
  key: {
    type: 'string',
    description: 'The public key (PEM) of whoever signed; callgate.key.pub beside the database if absent',
  },
  json: { type: 'boolean', description: 'What was found as JSON' },
} as const satisfies ArgsDef;

const EXIT: Readonly<Record<VerifyVerdict, number>> = { intact: 0, broken: 1, unknown: 3 };

const note = (text: string): void => {
  process.stderr.write(`note: ${text}\n`);
};

const entry: CommandEntry = commandEntry(
  'audit verify',
  'Derive the whole record anew and say which row is wrong',
  args,
  async ({ args: given }) => {
    await withRecord(given, async ({ read, database, home }) => {
      const publicKey = publicKeyFor(home, given.key);
      const anchors = await anchorsFor(home, given.anchor, note);
      const progress = rowProgress(process.stderr, () => performance.now(), (await read.head()).seq);
      const result = await verifyDatabase(read, database, {
        anchors,
        ...(publicKey === undefined ? {} : { publicKey }),
        onProgress: (rows) => progress.read(rows),
      }).finally(() => progress.clear());
      const key = publicKey === undefined ? undefined : keyId(publicKey);
      const journals = await verifyJournalsAt(database);
      write(
        given.json === true
          ? asciiJson({ ...result, key: key ?? null, ...(journals === null ? {} : { journals }) }, 2)
          : [verifiedText(result, key), ...(journals === null ? [] : [journalsText(journals)])].join('\n'),
      );
      process.exitCode = journals?.ok === false ? EXIT.broken : EXIT[result.verdict];
    });
  },
);

/** `callgate audit verify`. An error says nothing about the audit log: it is not the code of a broken one. */
export const auditVerifyCommand: CommandEntry = { ...entry, exitOnError: EXIT.unknown };
