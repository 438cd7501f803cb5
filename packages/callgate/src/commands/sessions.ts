import { CallgateError, display } from '@callgate/core';
import { everydayMessages } from '@callgate/messages/cli/everyday';
import { optionMessages } from '@callgate/messages/cli/options';
import { commandErrors } from '@callgate/messages/errors/command';
import { optionErrors } from '@callgate/messages/errors/option';
import type { AuditLogLocation } from '../options/audit-log-location.ts';
import type { OperationResult } from '@callgate/operations/socket';
import { withAuditLog } from '../audit/open-audit-log.ts';
import { anyLabelFrom, labelFrom } from '../options/label-option.ts';
import { flagOption, textOption } from '../options/option.ts';
import { AUDIT_LOG_OPTIONS } from '../options/audit-log-location.ts';
import { declassifyContext, declassifyStore } from '../sessions/declassify.ts';
import { sessionText } from '../sessions/session-text.ts';
import { timelineText } from '../sessions/timeline-text.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { write, writeAndWait } from '../show/style.ts';
import type { Commands } from './command.ts';
import { command, requiredOption } from './command.ts';

const { sessions: texts } = everydayMessages;

const limitOf = (written: string): number => {
  const limit = /^\d{1,6}$/.test(written) ? Number(written) : 0;
  if (limit > 0) return limit;
  throw new CallgateError(optionErrors.limitAboveZero());
};

const AT_ONCE = 200;

interface SessionOptions extends AuditLogLocation {
  readonly label?: string | undefined;
  readonly principal?: string | undefined;
  readonly text?: string | undefined;
  readonly limit: string;
  readonly json?: boolean | undefined;
}

const list = async (given: SessionOptions): Promise<void> => {
  const limit = limitOf(given.limit);
  const filter = {
    ...(given.label === undefined ? {} : { label: labelFrom('label', given.label) }),
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
    write(count === 0 ? texts.none : texts.showOne({ more: after !== null }));
  });
};

const show = async (session: string, given: SessionOptions): Promise<void> => {
  await withAuditLog(given, async ({ operations }) => {
    const story = await operations.ask('sessions.show', { session });
    write(given.json === true ? asciiJson(story, 2) : timelineText(story));
  });
};

export const commands: Commands = {
  sessions: command(
    {
      session: { type: 'positional', required: false, description: texts.session },
      label: textOption(texts.label, { valueHint: 'private|untrusted' }),
      principal: textOption(texts.principal),
      text: textOption(texts.text),
      limit: { type: 'string', default: '20', description: optionMessages.limit },
      declassify: textOption(texts.declassify, { valueHint: 'private|untrusted|LABEL' }),
      context: textOption(texts.context),
      store: textOption(texts.store),
      reason: textOption(texts.reason),
      ...AUDIT_LOG_OPTIONS,
      json: flagOption(texts.json),
    },
    async (given) => {
      const [session, ...others] = given._;
      if (others[0] !== undefined)
        throw new CallgateError(
          commandErrors.tooManyArguments({ command: 'sessions', extra: display(others[0]) }),
        );
      if (given.declassify === undefined) {
        for (const option of ['context', 'store', 'reason'] as const)
          if (given[option] !== undefined)
            throw new CallgateError(optionErrors.needsOption({ name: option, needed: 'declassify' }));
        return session === undefined ? await list(given) : await show(session, given);
      }
      if (session !== undefined) throw new CallgateError(commandErrors.declassifyTakesNone());
      const wanted = {
        label: anyLabelFrom('declassify', given.declassify),
        reason: requiredOption(given.reason, 'reason', 'sessions'),
        json: given.json === true,
      };
      if (given.store !== undefined) await declassifyStore(given.store, wanted);
      else
        await declassifyContext(
          requiredOption(given.principal, 'principal', 'sessions'),
          given.context,
          wanted,
        );
    },
  ),
};
