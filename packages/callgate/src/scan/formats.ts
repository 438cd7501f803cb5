import type { ScanReport } from '@callgate/catalogue';
import { CallgateError, display } from '@callgate/core';
import { asciiJson } from '../show/ascii-json.ts';
import { plainText } from './text.ts';

export const FORMATS = ['text', 'json', 'markdown', 'html', 'sarif', 'junit'] as const;
export type ScanFormat = (typeof FORMATS)[number];

export const formatFrom = (written: string | undefined, json: boolean): ScanFormat => {
  if (json && written !== undefined && written !== 'json')
    throw new CallgateError('OPTION_TWICE', '--json and --format say different things; give one');
  const format = FORMATS.find((each) => each === (json ? 'json' : (written ?? 'text')));
  if (format !== undefined) return format;
  throw new CallgateError('OPTION_VALUE', `there is no format \`${display(written ?? '', { max: 40 })}\``, {
    help: `use ${FORMATS.join(', ')}`,
  });
};

export const formatted = (report: ScanReport, format: ScanFormat): string => {
  switch (format) {
    case 'json':
      return asciiJson(report, 2);
    default:
      return plainText(report);
  }
};
