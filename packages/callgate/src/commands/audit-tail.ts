import { CallgateError } from '@callgate/core';
import type { Reader } from '@callgate/gate';
import { jsonLine } from '@callgate/gate';
import type { ArgsDef } from 'citty';
import { rowsFrom, withRecord } from '../audit/open-record.ts';
import { RECORD_PLACE } from '../audit/record-place.ts';
import { storedLine } from '../audit/row-text.ts';
import { writeInTurn } from '../show/style.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry } from './command-entry.ts';

const args = {
  ...RECORD_PLACE,
  follow: { type: 'boolean', description: 'Go on, and tell what comes until it is interrupted' },
  json: { type: 'boolean', description: 'One row a line as it is stored, with its hash' },
  limit: { type: 'string', default: '20', description: 'How many of the last rows' },
} as const satisfies ArgsDef;

const LOOK_AGAIN_MS = 300;

const readLimit = (text: string): number => {
  const limit = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
  if (limit >= 0) return limit;
  throw new CallgateError('OPTION_VALUE', '--limit is no whole number', {
    help: 'write a number, as --limit 50',
  });
};

const tell = async (read: Reader, from: number, json: boolean): Promise<number> => {
  let next = from;
  for await (const row of rowsFrom(read, from)) {
    await writeInTurn(json ? jsonLine(row) : storedLine(row));
    next = row.seq + 1;
  }
  return next;
};

/** `callgate audit tail` */
export const auditTailCommand: CommandEntry = commandEntry(
  'audit tail',
  'The last rows of the record',
  args,
  async ({ args: given }) => {
    const limit = readLimit(given.limit);
    await withRecord(given, async ({ read }) => {
      const { seq } = await read.head();
      let next = await tell(read, Math.max(1, seq - limit + 1), given.json === true);
      while (given.follow === true) {
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
        next = await tell(read, next, given.json === true);
      }
    });
  },
);
