import { countOf } from '../text/count.ts';

interface ChangeFigures {
  readonly about: string;
  readonly count: number;
  readonly distinct: number;
}

/** Changes of the policy that recorded calls speak for: callgate policy recommend. */
export const recommendMessages = {
  since: 'Calls from this time on, as 30d or 2026-11-15 (30d by default)',
  least: 'So many approvals, and no denial, speak for a rule (5 by default)',
  output: 'Write the layer to this file',
  fileHead: 'Recommended from recorded calls. Read it, test it, then add it as the last layer.',
  unusedReason: 'no recorded call used it',
  none: 'Nothing is recommended',
  heading: ({ count }: { readonly count: number }): string => `From ${countOf(count, 'recorded call')}:`,
  incomplete: 'There were more calls than are read. Unused rules are not judged',
  written: ({ path }: { readonly path: string }): string =>
    `Written to ${path}. Nothing was changed. Compare and activate it with callgate policy activate`,
  refused: ({
    about,
    count,
    why,
  }: {
    readonly about: string;
    readonly count: number;
    readonly why: string;
  }) => `not loosened: ${about}, ${countOf(count, 'approval')}: ${why}`,
  numbers: {
    'unused-tools': ({ about, count }: ChangeFigures): string =>
      `${countOf(count, 'tool')} of ${about} that no call named`,
    'unused-rule': ({ about, count }: ChangeFigures): string =>
      `${about} let none of ${countOf(count, 'call')} run`,
    'always-approved': ({ about, count, distinct }: ChangeFigures): string =>
      `${about}: approved ${count} times (${countOf(distinct, 'different call')}), never denied`,
  },
};
