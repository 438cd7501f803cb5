import { CallgateError } from '@callgate/core';
import type { ArgsDef } from 'citty';
import { callJson, callLine } from '../audit/call-lines.ts';
import { CALL_OPTIONS, callFilterOf } from '../audit/call-options.ts';
import { withRecord } from '../audit/open-record.ts';
import { RECORD_PLACE } from '../audit/record-place.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { writeInTurn } from '../show/style.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry } from './command-entry.ts';

const args = {
  ...RECORD_PLACE,
  ...CALL_OPTIONS,
  limit: { type: 'string', default: '50', description: 'At most so many, the newest first' },
  json: { type: 'boolean', description: 'One call a line as JSON' },
} as const satisfies ArgsDef;

const AT_ONCE = 200;

const readLimit = (text: string): number => {
  if (/^[1-9]\d{0,7}$/.test(text)) return Number(text);
  throw new CallgateError('OPTION_VALUE', '--limit is no whole number above 0', {
    help: 'write a number, as --limit 50',
  });
};

/** `callgate audit search` */
export const auditSearchCommand: CommandEntry = commandEntry(
  'audit search',
  'Calls by state, outcome, server, tool, principal, session, text and time, newest first',
  args,
  async ({ args: given }) => {
    const limit = readLimit(given.limit);
    const filter = callFilterOf(given);
    await withRecord(given, async ({ operations }) => {
      let left = limit;
      for (let after: string | undefined; left > 0;) {
        const page = await operations.ask('record.search', {
          filter,
          limit: Math.min(left, AT_ONCE),
          ...(after === undefined ? {} : { after }),
        });
        left -= page.items.length;
        for (const call of page.items)
          await writeInTurn(given.json === true ? asciiJson(callJson(call)) : callLine(call));
        if (page.next === null) return;
        after = page.next;
      }
      process.stderr.write(`note: these are the first ${limit}; there may be more (--limit)\n`);
    });
  },
);
