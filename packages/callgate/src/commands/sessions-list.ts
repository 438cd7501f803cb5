import { CallgateError, display } from '@callgate/core';
import type { LabelName } from '@callgate/core/label';
import { LABEL_NAMES } from '@callgate/core/label';
import type { OperationResult } from '@callgate/operations/socket';
import type { ArgsDef } from 'citty';
import { withRecord } from '../audit/open-record.ts';
import { RECORD_PLACE } from '../audit/record-place.ts';
import { sessionText } from '../sessions/list-text.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { write, writeInTurn } from '../show/style.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry } from './command-entry.ts';

const args = {
  label: { type: 'string', description: 'Only those that have touched this: private or untrusted' },
  principal: { type: 'string', description: 'Only those of this principal' },
  text: { type: 'string', description: 'Only those whose principal or context holds this' },
  limit: { type: 'string', default: '20', description: 'How many of the newest' },
  ...RECORD_PLACE,
  json: { type: 'boolean', description: 'One session a line as JSON' },
} as const satisfies ArgsDef;

const labelOf = (text: string): LabelName => {
  const found = LABEL_NAMES.find((name) => name === text);
  if (found !== undefined) return found;
  throw new CallgateError('OPTION_VALUE', `--label: there is no label \`${display(text, { max: 40 })}\``, {
    help: 'write private or untrusted',
  });
};

const limitOf = (text: string): number => {
  const limit = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (limit > 0) return limit;
  throw new CallgateError('OPTION_VALUE', '--limit is no whole number above 0', {
    help: 'write a number, as --limit 50',
  });
};

const AT_ONCE = 200;

/** `callgate sessions list`, `callgate sessions` */
export const sessionsListCommand: CommandEntry = commandEntry(
  'sessions list',
  'The sessions that calls were made in, newest first, with what they have touched',
  args,
  async ({ args: given }) => {
    const limit = limitOf(given.limit);
    const filter = {
      ...(given.label === undefined ? {} : { label: labelOf(given.label) }),
      ...(given.principal === undefined ? {} : { principal: given.principal }),
      ...(given.text === undefined || given.text === '' ? {} : { text: given.text }),
    };
    await withRecord(given, async ({ operations }) => {
      let after: string | null = '';
      let count = 0;
      while (after !== null && count < limit) {
        const found: OperationResult<'sessions.list'> = await operations.ask('sessions.list', {
          ...filter,
          limit: Math.min(AT_ONCE, limit - count),
          ...(after === '' ? {} : { after }),
        });
        for (const item of found.items)
          await writeInTurn(given.json === true ? asciiJson(item) : `${sessionText(item)}\n`);
        count += found.items.length;
        after = found.next;
      }
      if (given.json === true) return;
      write(
        count === 0
          ? 'there are no such sessions'
          : `see one with callgate sessions show CALL${after === null ? '' : '; there are more, see --limit'}`,
      );
    });
  },
);
