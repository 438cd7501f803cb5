import { CallgateError, display } from '@callgate/core';
import type { ArgsDef } from 'citty';
import { CALL_OPTIONS, callFilterOf } from '../audit/call-options.ts';
import { withRecord } from '../audit/open-record.ts';
import { RECORD_PLACE } from '../audit/record-place.ts';
import { writeFile } from '../audit/output.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry, requiredOption } from './command-entry.ts';

const args = {
  ...RECORD_PLACE,
  format: {
    type: 'string',
    description: 'jsonl (rows as they are stored, with the disclosure each decision was made on) or csv',
  },
  ...CALL_OPTIONS,
  out: { type: 'string', description: 'A file; standard output if absent' },
} as const satisfies ArgsDef;

/** `callgate audit export` */
export const auditExportCommand: CommandEntry = commandEntry(
  'audit export',
  'All rows, those of a time, or those of the calls somebody looks for, for other programs',
  args,
  async ({ args: given }) => {
    const format = requiredOption(given.format, 'format', 'audit export');
    if (format !== 'jsonl' && format !== 'csv')
      throw new CallgateError('OPTION_VALUE', `there is no format \`${display(format, { max: 40 })}\``, {
        help: 'there are jsonl and csv',
      });
    const filter = callFilterOf(given);
    await withRecord(given, async ({ operations }) => {
      await writeFile(given.out, await operations.ask('record.export', { format, filter }));
    });
  },
);
