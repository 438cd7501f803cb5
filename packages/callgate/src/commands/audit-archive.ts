import { resolve } from 'node:path';
import { CallgateError, display } from '@callgate/core';
import { auditMessages } from '@callgate/messages/cli/audit';
import { optionMessages } from '@callgate/messages/cli/options';
import { archiveErrors } from '@callgate/messages/errors/archive';
import { commandErrors } from '@callgate/messages/errors/command';
import { pathsBesideDatabase } from '../audit/open-audit-log.ts';
import type { HomePaths } from '../home/home-paths.ts';
import { homePaths } from '../home/home-paths.ts';
import { locateHomeStore } from '../home/locate-home-store.ts';
import type { AuditLogLocation } from '../options/audit-log-location.ts';
import { AUDIT_LOG_OPTIONS } from '../options/audit-log-location.ts';
import { flagOption, textOption } from '../options/option.ts';
import type { Commands } from './command.ts';
import { command, requiredOption } from './command.ts';

const { archive: archiveTexts, hold: holdTexts } = auditMessages;

const locate = async ({
  db,
  config,
}: AuditLogLocation): Promise<{ readonly place: string; readonly home: HomePaths }> => {
  const place = await locateHomeStore(process.env, db, config);
  return { place, home: db === undefined ? homePaths(process.env) : pathsBesideDatabase(place) };
};

const SUBJECTS = ['session', 'principal', 'call'] as const;

export const commands: Commands = {
  'audit archive': command(
    {
      before: textOption(archiveTexts.before),
      to: textOption(archiveTexts.to),
      ...AUDIT_LOG_OPTIONS,
      json: flagOption(optionMessages.json),
    },
    async (given) => {
      const before = requiredOption(given.before, 'before', 'audit archive');
      const { archiveAuditLog, archiveFolder } = await import('../archive/archive-audit-log.ts');
      const { place, home } = await locate(given);
      const folder = given.to === undefined ? archiveFolder(home) : resolve(given.to);
      await archiveAuditLog({ place, home, before, folder, json: given.json === true });
    },
  ),
  'audit hold': command(
    {
      what: { type: 'positional', required: false, description: holdTexts.what },
      session: textOption(holdTexts.session),
      principal: textOption(holdTexts.principal),
      call: textOption(holdTexts.call),
      reason: textOption(holdTexts.reason),
      ...AUDIT_LOG_OPTIONS,
      json: flagOption(optionMessages.json),
    },
    async (given) => {
      const [what, id, ...others] = given._;
      const extra = others[0] ?? (what === 'remove' ? undefined : id);
      if (extra !== undefined)
        throw new CallgateError(
          commandErrors.tooManyArguments({ command: 'audit hold', extra: display(extra) }),
        );
      const holds = await import('../archive/legal-holds.ts');
      const about = { ...(await locate(given)), json: given.json === true };
      const named = SUBJECTS.filter((kind) => given[kind] !== undefined);
      const isIgnored = named.length > 0 || (what === undefined && given.reason !== undefined);
      if (what !== 'add' && isIgnored) throw new CallgateError(archiveErrors.holdWord());
      if (what === undefined) return await holds.listLegalHolds(about);
      const reason = requiredOption(given.reason, 'reason', 'audit hold');
      if (what === 'remove') return await holds.endLegalHold(about, id ?? '', reason);
      const [kind] = named;
      if (what !== 'add' || kind === undefined || named.length > 1)
        throw new CallgateError(archiveErrors.holdOne());
      await holds.addLegalHold(about, { kind, value: given[kind] ?? '', reason });
    },
  ),
};
