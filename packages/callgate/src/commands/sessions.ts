import type { LabelName } from '@callgate/core/label';
import { CallgateError, display } from '@callgate/core';
import { LABEL_NAMES } from '@callgate/core/label';
import type { OperationResult } from '@callgate/operations/socket';
import { withAuditLog } from '../audit/open-audit-log.ts';
import { flagOption, textOption } from '../options/option.ts';
import { AUDIT_LOG_OPTIONS } from '../options/audit-log-location.ts';
import { sessionText } from '../sessions/session-text.ts';
import { timelineText } from '../sessions/timeline-text.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { write, writeAndWait } from '../show/style.ts';
import type { Commands } from './command.ts';
import { command } from './command.ts';

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

export const commands: Commands = {
  'sessions list': command(
    {
      label: textOption('Only those that have touched this: private or untrusted'),
      principal: textOption('Only those of this principal'),
      text: textOption('Only those whose principal or context holds this'),
      limit: { type: 'string', default: '20', description: 'How many of the newest' },
      ...AUDIT_LOG_OPTIONS,
      json: flagOption('One session a line as JSON'),
    },
    async (given) => {
      const limit = limitOf(given.limit);
      const filter = {
        ...(given.label === undefined ? {} : { label: labelOf(given.label) }),
        ...(given.principal === undefined ? {} : { principal: given.principal }),
        ...(given.text === undefined || given.text === '' ? {} : { text: given.text }),
      };
      await withAuditLog(given, async ({ operations }) => {
        let after: string | null = '';
        let count = 0;
        while (after !== null && count < limit) {
          const found: OperationResult<'sessions.list'> = await operations.ask('sessions.list', {
            ...filter,
            limit: Math.min(AT_ONCE, limit - count),
            ...(after === '' ? {} : { after }),
          });
          for (const item of found.items)
            await writeAndWait(given.json === true ? asciiJson(item) : `${sessionText(item)}\n`);
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
  ),
  'sessions show': command(
    {
      session: { type: 'positional', required: true, description: 'The id of any of its calls, or its key' },
      ...AUDIT_LOG_OPTIONS,
      json: flagOption('All of it as JSON'),
    },
    async (given) => {
      await withAuditLog(given, async ({ operations }) => {
        const story = await operations.ask('sessions.show', { session: given.session });
        write(given.json === true ? asciiJson(story, 2) : timelineText(story));
      });
    },
  ),
};
