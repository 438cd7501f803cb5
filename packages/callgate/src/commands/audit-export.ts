import { CallgateError, display } from '@callgate/core';
import { CSV_HEAD, Disclosures, csvLine, csvRow, jsonLine, selectRows } from '@callgate/gate';
import type { ArgsDef } from 'citty';
import { CALL_OPTIONS, callFilterOf } from '../audit/call-options.ts';
import { withRecord } from '../audit/open-record.ts';
import { RECORD_PLACE } from '../audit/record-place.ts';
import { openOutput } from '../audit/output.ts';
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
    await withRecord(given, async ({ read }) => {
      const output = await openOutput(given.out, format === 'csv' ? '\r\n' : '\n');
      try {
        if (format === 'csv') await output.line(csvLine(CSV_HEAD));
        const disclosures = new Disclosures(read);
        for await (const row of selectRows(read, filter)) {
          const disclosure = await disclosures.of(row);
          await output.line(format === 'csv' ? csvRow(row, disclosure) : jsonLine(row, disclosure));
        }
      } finally {
        await output.close();
      }
    });
  },
);
