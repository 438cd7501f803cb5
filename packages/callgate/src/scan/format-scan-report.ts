import type { ListedServer, ScanReport, Severity } from '@callgate/catalogue';
import { scanHtml, scanJunit, scanMarkdown, scanSarif, scanText } from '@callgate/catalogue/report';
import { CallgateError, display } from '@callgate/core';
import { optionErrors } from '@callgate/messages/errors/option';
import { authorMessages } from '@callgate/messages/cli/authors';
import { now } from '../input/now.ts';
import { asciiJson } from '../show/ascii-json.ts';

export const SCAN_FORMATS = ['text', 'json', 'markdown', 'html', 'sarif', 'junit'] as const;
export type ScanFormat = (typeof SCAN_FORMATS)[number];

export const parseScanFormat = (written: string | undefined, json: boolean): ScanFormat => {
  if (json && written !== undefined && written !== 'json')
    throw new CallgateError(optionErrors.useOne({ name: 'json', other: 'format' }));
  const format = SCAN_FORMATS.find((each) => each === (json ? 'json' : (written ?? 'text')));
  if (format !== undefined) return format;
  throw new CallgateError(
    optionErrors.valueUnknown({
      name: 'format',
      value: display(written ?? '', { max: 40 }),
      values: SCAN_FORMATS.join(', '),
    }),
  );
};

export interface ScanFormatOptions {
  readonly title?: string;
  /** Milliseconds since 1970; now if absent. */
  readonly at?: number;
  /** Where it is shown; absent where it goes to a file or a pipe. */
  readonly terminal?: { readonly width: number; readonly colour: boolean };
  /** Lists that lie in files, for whatever shows findings beside them. */
  readonly saved?: readonly ListedServer[];
  /** The least that fails a test. */
  readonly failOn?: Severity;
}

const TITLE = authorMessages.scan.title;
const PAGE_WIDTH = 100;

export const formatScanReport = (
  report: ScanReport,
  format: ScanFormat,
  { title = TITLE, at = now().at, terminal, saved = [], failOn }: ScanFormatOptions = {},
): string => {
  switch (format) {
    case 'json':
      return asciiJson(report, 2);
    case 'markdown':
      return scanMarkdown(report, { title, at });
    case 'html':
      return scanHtml(report, { title, at });
    case 'sarif':
      return scanSarif(report, {
        title,
        at,
        artifact: (name) => saved.find(({ server }) => server === name)?.from,
      });
    case 'junit':
      return scanJunit(report, { title, at, ...(failOn === undefined ? {} : { failOn }) });
    case 'text':
      return scanText(report, terminal ?? { width: PAGE_WIDTH, colour: false });
  }
};
