import { CallgateError, display } from '@callgate/core';
import { optionErrors } from '@callgate/messages/errors/option';
import { findNearestName } from '@callgate/policy';

export const REPORT_FORMATS = ['csv', 'html', 'markdown'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

const ENDINGS: readonly (readonly [RegExp, ReportFormat])[] = [
  [/\.csv$/i, 'csv'],
  [/\.html?$/i, 'html'],
];

/** As it was said, or as the file is called; Markdown where neither tells. */
export const chooseReportFormat = (written: string, out: string | undefined): ReportFormat => {
  if (written === '') return ENDINGS.find(([ending]) => ending.test(out ?? ''))?.[1] ?? 'markdown';
  const format = REPORT_FORMATS.find((each) => each === (written === 'md' ? 'markdown' : written));
  if (format !== undefined) return format;
  throw new CallgateError(
    optionErrors.valueUnknown({
      name: 'report',
      value: display(written, { max: 40 }),
      values: REPORT_FORMATS.join(', '),
      near: findNearestName(written, REPORT_FORMATS),
    }),
  );
};

/** `--report` may stand alone: what follows it is then not its format. */
export const withFormat = (rawArgs: readonly string[]): readonly string[] =>
  rawArgs.map((word, at) => {
    const next = rawArgs[at + 1];
    return word === '--report' && (next === undefined || next.startsWith('-')) ? '--report=' : word;
  });
