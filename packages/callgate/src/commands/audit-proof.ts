import { CallgateError } from '@callgate/core';
import type { ArgsDef } from 'citty';
import { withRecord } from '../audit/open-record.ts';
import { RECORD_PLACE } from '../audit/record-place.ts';
import { writeFile } from '../audit/output.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry } from './command-entry.ts';

const args = {
  row: { type: 'positional', required: true, description: 'The number of a row' },
  ...RECORD_PLACE,
  out: { type: 'string', description: 'A file; standard output if absent' },
} as const satisfies ArgsDef;

const readSeq = (text: string): number => {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new CallgateError('ARGUMENT_VALUE', 'the row is named by its number', {
    help: 'callgate audit show CALL shows the numbers of the rows of a call',
  });
};

/** `callgate audit proof ROW` */
export const auditProofCommand: CommandEntry = commandEntry(
  'audit proof',
  'Proof that one row is in the record that was signed, to be given to others',
  args,
  async ({ args: given }) => {
    const seq = readSeq(given.row);
    await withRecord(given, async ({ operations }) => {
      await writeFile(given.out, await operations.ask('record.proof', { seq }));
    });
  },
);
