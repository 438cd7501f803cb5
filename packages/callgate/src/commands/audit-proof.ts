import { CallgateError } from '@callgate/core';
import { proveRow } from '@callgate/gate';
import type { ArgsDef } from 'citty';
import { withRecord } from '../audit/open-record.ts';
import { RECORD_PLACE } from '../audit/record-place.ts';
import { openOutput } from '../audit/output.ts';
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
    await withRecord(given, async ({ read }) => {
      const proof = await proveRow(read, seq);
      const output = await openOutput(given.out);
      try {
        await output.line(JSON.stringify(proof, null, 2));
      } finally {
        await output.close();
      }
    });
  },
);
