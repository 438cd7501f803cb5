import { errorText } from '../text/error-text.ts';

/** Errors of archives of the audit log and of legal holds. */
export const archiveErrors = {
  month: () => errorText('ARCHIVE_MONTH', 'A month is written like 2026-11', 'Give it with --before.'),
  monthToCome: () =>
    errorText('ARCHIVE_MONTH', 'Only months that are over can be archived', 'Give an earlier month.'),
  database: () =>
    errorText(
      'ARCHIVE_DATABASE',
      'Only the audit log of a file store can be archived',
      'Copy the database to a file with `callgate store copy`, and archive that.',
    ),
  exists: ({ path }: { path: string }) =>
    errorText('ARCHIVE_EXISTS', `There is another archive at ${path}`, 'Give another folder with --to.'),
  missing: ({ path }: { path: string }) =>
    errorText(
      'ARCHIVE_MISSING',
      `The archive that the audit log tells of is not at ${path}, or was changed`,
      'No entry of it was dropped. Put the file back, or name its folder with --to.',
    ),
  unverified: ({ problem }: { problem: string }) =>
    errorText(
      'ARCHIVE_UNVERIFIED',
      `The audit log is not intact: ${problem}`,
      'Nothing was archived. Look at the store with `callgate audit verify`.',
    ),
  broken: ({ problem }: { problem: string }) =>
    errorText(
      'ARCHIVE_UNVERIFIED',
      `The archive that was written is not intact: ${problem}`,
      'Nothing was dropped. Check the disk and try again.',
    ),
  holdUnknown: ({ id }: { id: string }) =>
    errorText('HOLD_UNKNOWN', `There is no legal hold ${id}`, 'List them with `callgate audit hold`.'),
  holdWord: () =>
    errorText(
      'HOLD_SUBJECT',
      'These options add a legal hold, and nothing was added',
      'Write `callgate audit hold add` or `callgate audit hold remove ID`.',
    ),
  holdOne: () =>
    errorText(
      'HOLD_SUBJECT',
      'A legal hold names one session, principal or call',
      'Give --session, --principal or --call.',
    ),
};
