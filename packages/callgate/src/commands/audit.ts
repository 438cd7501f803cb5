import type { Json, JsonObject } from '@callgate/core';
import { CallgateError, canonical, display } from '@callgate/core';
import type { Keys } from '@callgate/gate';
import type { ParsedEntry } from '@callgate/gate/record';
import { readDecisionDetail, openArguments, readKeys, getCallSecretScope } from '@callgate/gate/record';
import { auditMessages } from '@callgate/messages/cli/audit';
import { optionMessages } from '@callgate/messages/cli/options';
import { reportMessages } from '@callgate/messages/cli/report';
import { commandErrors } from '@callgate/messages/errors/command';
import { optionErrors } from '@callgate/messages/errors/option';
import { callStateWord } from '@callgate/messages/text/call-state';
import type { AuditCall } from '@callgate/operations/api';
import type { OperationsClient } from '@callgate/operations/socket';
import { withAuditLog } from '../audit/open-audit-log.ts';
import { reportHtml } from '../audit/report-html.ts';
import { reportMarkdown } from '../audit/report-markdown.ts';
import { reportParts } from '../audit/report-parts.ts';
import { entryBlock, storedEntryLine } from '../audit/entry-text.ts';
import type { CallFilterOptions } from '../options/call-filter-options.ts';
import { CALL_FILTER_OPTIONS, parseCallFilter } from '../options/call-filter-options.ts';
import { readMoment } from '../options/read-moment.ts';
import { flagOption, textOption } from '../options/option.ts';
import type { AuditLogLocation } from '../options/audit-log-location.ts';
import { AUDIT_LOG_OPTIONS } from '../options/audit-log-location.ts';
import { asciiJson } from '../show/ascii-json.ts';
import { openLineOutput, writeOutputFile } from '../show/line-output.ts';
import { bold, dim, write, writeAndWait } from '../show/style.ts';
import type { Commands } from './command.ts';
import { command, requiredOption } from './command.ts';

const { audit: texts } = auditMessages;

/** One call on one line. */
const callLine = (call: AuditCall): string => {
  const told = [
    ...(call.rule === null ? [] : [texts.byRule({ rule: display(call.rule, { max: 80 }) })]),
    ...(call.grant === null ? [] : [texts.byGrant({ grant: display(call.grant, { max: 80 }) })]),
    ...(call.enforced ? [] : [texts.observed]),
    ...(call.ai ? [texts.usesAi] : []),
    ...(call.fault === null ? [] : [display(call.fault, { max: 80 })]),
  ];
  return [
    new Date(call.receivedAt).toISOString(),
    call.id,
    bold(callStateWord(call.state).padEnd(13)),
    call.outcome.padEnd(7),
    display(`${call.server}/${call.target}`, { max: 200 }),
    display(call.principal, { max: 100 }),
    ...(told.length === 0 ? [] : [dim(told.join('; '))]),
  ].join('  ');
};

/** The same for programs. */
const callJson = ({ target, ...call }: AuditCall): Json => ({ ...call, tool: target });

const LOOK_AGAIN_MS = 300;

const tailLimit = (text: string): number => {
  const limit = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
  if (limit >= 0) return limit;
  throw new CallgateError(optionErrors.limit());
};

const BATCH = 500;

const printEntries = async (operations: OperationsClient, from: number, json: boolean): Promise<number> => {
  for (let next = from; ;) {
    const lines = await operations.ask('record.entries', { from: next, limit: BATCH });
    for (const line of lines) await writeAndWait(json ? line.json : storedEntryLine(line));
    const last = lines.at(-1);
    if (last === undefined) return next;
    next = last.seq + 1;
  }
};

const differs = (what: string): void => {
  process.exitCode = 1;
  process.stderr.write(`${texts.runVerify({ what })}\n`);
};

/** The arguments of a decided call with their secrets. */
const openedArguments = ({ detail, call }: ParsedEntry, keys: Keys): JsonObject | undefined => {
  const request = readDecisionDetail(detail)?.request;
  return request === undefined || call === null
    ? undefined
    : openArguments(keys, canonical(request.arguments), getCallSecretScope(call));
};

const AT_ONCE = 200;

const searchLimit = (text: string): number => {
  if (/^[1-9]\d{0,7}$/.test(text)) return Number(text);
  throw new CallgateError(optionErrors.limitAboveZero());
};

interface ListOptions extends AuditLogLocation {
  readonly json?: boolean | undefined;
  readonly limit?: string | undefined;
}

/** The last entries, and with `follow` those that come. */
const listEntries = async (given: ListOptions & { readonly follow?: boolean | undefined }): Promise<void> => {
  const limit = tailLimit(given.limit ?? '20');
  await withAuditLog(given, async ({ operations }) => {
    const { rows } = await operations.ask('record.size', {});
    let next = await printEntries(operations, Math.max(1, rows - limit + 1), given.json === true);
    while (given.follow === true) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      next = await printEntries(operations, next, given.json === true);
    }
  });
};

const listCalls = async (given: ListOptions & CallFilterOptions): Promise<void> => {
  const limit = searchLimit(given.limit ?? '50');
  const filter = parseCallFilter(given);
  await withAuditLog(given, async ({ operations }) => {
    let left = limit;
    for (let after: string | undefined; left > 0;) {
      const page = await operations.ask('record.search', {
        filter,
        limit: Math.min(left, AT_ONCE),
        ...(after === undefined ? {} : { after }),
      });
      left -= page.items.length;
      for (const call of page.items)
        await writeAndWait(given.json === true ? asciiJson(callJson(call)) : callLine(call));
      if (page.next === null) return;
      after = page.next;
    }
    process.stderr.write(`${texts.firstOnly({ count: limit })}\n`);
  });
};

const show = async (
  what: string,
  given: AuditLogLocation & { readonly json?: boolean | undefined; readonly secrets?: boolean | undefined },
): Promise<void> => {
  await withAuditLog(given, async ({ operations, home }) => {
    const keys = given.secrets === true ? readKeys(home.keys) : undefined;
    const isJson = given.json === true;
    const found = await operations.ask('record.entry', { what, proof: isJson });
    for (const problem of found.problems) differs(texts.entryChanged(problem));
    if (found.otherThanSigned !== null) differs(texts.checkpointDiffers({ size: found.otherThanSigned }));
    const entries = found.entries.map(({ entry, hash, proof }) => {
      const opened = keys === undefined ? undefined : openedArguments(entry, keys);
      return isJson
        ? { ...entry, hash, ...(opened === undefined ? {} : { arguments: opened }), proof }
        : entryBlock(entry, hash, opened);
    });
    if (isJson) write(asciiJson(entries, 2));
    else for (const each of entries) await writeAndWait(`${String(each)}\n`);
  });
};

/** Options that would be passed over in silence. */
const refuseBeside = (
  given: Readonly<Record<string, unknown>>,
  what: string,
  names: readonly string[],
): void => {
  const beside = names.find((name) => given[name] !== undefined);
  if (beside !== undefined)
    throw new CallgateError(optionErrors.cannotCombine({ name: beside, other: what, command: 'audit' }));
};

const REPORTS = { markdown: reportMarkdown, html: reportHtml } as const;
const EXPORT_FORMATS = ['jsonl', 'csv', 'markdown', 'html'] as const;
type AuditExportFormat = (typeof EXPORT_FORMATS)[number];

const EXPORT_ENDINGS: readonly (readonly [RegExp, AuditExportFormat])[] = [
  [/\.(?:jsonl|ndjson)$/i, 'jsonl'],
  [/\.csv$/i, 'csv'],
  [/\.(?:md|markdown)$/i, 'markdown'],
  [/\.html?$/i, 'html'],
];

/** The named format, or the one that the file ends with. */
const chooseExportFormat = (written: string | undefined, file: string): AuditExportFormat => {
  const named = written ?? EXPORT_ENDINGS.find(([ending]) => ending.test(file))?.[1];
  const format = requiredOption(named, 'format', 'audit --export');
  const known = EXPORT_FORMATS.find((each) => each === format);
  if (known !== undefined) return known;
  throw new CallgateError(
    optionErrors.valueUnknown({
      name: 'format',
      value: display(format, { max: 40 }),
      values: optionMessages.values.exportFormats,
    }),
  );
};

interface ExportOptions extends AuditLogLocation, CallFilterOptions {
  readonly format?: string | undefined;
}

const exportReport = async (
  format: keyof typeof REPORTS,
  given: ExportOptions,
  out: string | undefined,
): Promise<void> => {
  refuseBeside({ ...given }, texts.notWithReport, CALL_FILTERS);
  const since = readMoment('since', given.since);
  const until = readMoment('until', given.until);
  await withAuditLog(given, async ({ operations }) => {
    const made = await operations.ask('record.report', {
      ...(since === undefined ? {} : { since }),
      ...(until === undefined ? {} : { until }),
    });
    const output = await openLineOutput(out);
    try {
      await output.line(REPORTS[format](reportMessages.title, reportParts(made)));
    } finally {
      await output.close();
    }
  });
};

/** Entries or a report, into a file or, as `-`, to standard output. */
const exportAuditLog = async (file: string, given: ExportOptions): Promise<void> => {
  const format = chooseExportFormat(given.format, file);
  const out = file === '-' ? undefined : file;
  if (format === 'markdown' || format === 'html') return await exportReport(format, given, out);
  const filter = parseCallFilter(given);
  await withAuditLog(given, async ({ operations }) => {
    await writeOutputFile(out, await operations.ask('record.export', { format, filter }));
  });
};

const CALL_FILTERS: readonly string[] = Object.keys(CALL_FILTER_OPTIONS).filter(
  (name) => name !== 'since' && name !== 'until',
);

export const commands: Commands = {
  audit: command(
    {
      call: { type: 'positional', required: false, description: texts.what },
      ...AUDIT_LOG_OPTIONS,
      ...CALL_FILTER_OPTIONS,
      entries: flagOption(texts.entries),
      follow: flagOption(texts.follow),
      secrets: flagOption(texts.secrets),
      limit: textOption(texts.limit),
      export: textOption(auditMessages.export.file, { valueHint: 'FILE' }),
      format: textOption(auditMessages.export.format, { valueHint: EXPORT_FORMATS.join('|') }),
      json: flagOption(texts.json),
    },
    async (given) => {
      const [what, ...others] = given._;
      if (others[0] !== undefined)
        throw new CallgateError(
          commandErrors.tooManyArguments({ command: 'audit', extra: display(others[0]) }),
        );
      const isOfEntries = given.entries === true || given.follow === true;
      if (what !== undefined) {
        refuseBeside(given, texts.notWithOne, [
          ...Object.keys(CALL_FILTER_OPTIONS),
          'entries',
          'follow',
          'limit',
          'export',
          'format',
        ]);
        return await show(what, given);
      }
      if (given.export !== undefined) {
        refuseBeside(given, 'export', ['entries', 'follow', 'secrets', 'limit', 'json']);
        return await exportAuditLog(given.export, given);
      }
      refuseBeside(given, texts.notWithList, ['secrets', 'format']);
      if (isOfEntries) refuseBeside(given, 'entries', Object.keys(CALL_FILTER_OPTIONS));
      await (isOfEntries ? listEntries(given) : listCalls(given));
    },
  ),
};
