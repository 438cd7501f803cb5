import { CallgateError, display } from '@callgate/core';
import { makeReport } from '@callgate/gate';
import type { ArgsDef } from 'citty';
import { readMoment } from '../audit/moment.ts';
import { withRecord } from '../audit/open-record.ts';
import { RECORD_PLACE } from '../audit/record-place.ts';
import { openOutput } from '../audit/output.ts';
import { reportHtml } from '../audit/report-html.ts';
import { reportMarkdown } from '../audit/report-markdown.ts';
import { reportParts } from '../audit/report-parts.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry } from './command-entry.ts';

const args = {
  ...RECORD_PLACE,
  format: { type: 'string', default: 'markdown', description: 'markdown or html' },
  since: { type: 'string', description: 'Only what came at or after, as 2026-11-15 or 2026-11-15T08:30:00Z' },
  until: { type: 'string', description: 'Only what came before' },
  out: { type: 'string', description: 'A file; standard output if absent' },
} as const satisfies ArgsDef;

const RENDER = { markdown: reportMarkdown, html: reportHtml } as const;

const isFormat = (format: string): format is keyof typeof RENDER => Object.hasOwn(RENDER, format);

/** `callgate audit report` */
export const auditReportCommand: CommandEntry = commandEntry(
  'audit report',
  'What was called, decided, approved and left unknown',
  args,
  async ({ args: given }) => {
    const { format } = given;
    if (!isFormat(format))
      throw new CallgateError('OPTION_VALUE', `there is no format \`${display(format, { max: 40 })}\``, {
        help: 'there are markdown and html',
      });
    const since = readMoment('since', given.since);
    const until = readMoment('until', given.until);
    await withRecord(given, async ({ read }) => {
      const report = await makeReport(read, {
        ...(since === undefined ? {} : { since }),
        ...(until === undefined ? {} : { until }),
      });
      const output = await openOutput(given.out);
      try {
        await output.line(RENDER[format](reportParts(report)));
      } finally {
        await output.close();
      }
    });
  },
);
