import { errorText } from '../text/error-text.ts';

/** Errors of operations on calls that wait: votes, grants, groups. */
export const pendingCallErrors = {
  callUnknown: ({ call }: { call: string }) =>
    errorText('CALL_UNKNOWN', `No one is or was asked about a call ${call}`, 'See which calls wait now.'),
  callOver: ({ call }: { call: string }) =>
    errorText('CALL_CHANGED', `Call ${call} is over, or never existed`, 'Look at the list again.'),
  grantOver: ({ grant }: { grant: string }) =>
    errorText('GRANT_CHANGED', `Grant ${grant} is over, or never existed`, 'Look at the list again.'),
  argumentUnknown: () =>
    errorText('GRANT_TIE', 'The call has no such argument', 'Choose arguments that the call has.'),
  cursorInvalid: () => errorText('PAGE_PLACE', 'The list has no such position'),
  groupEmpty: () => errorText('GROUP_EMPTY', 'The group is empty'),
  groupTooLarge: () =>
    errorText(
      'GROUP_TOO_LARGE',
      'These calls have too many arguments to show together',
      'Choose fewer calls, or decide about each separately.',
    ),
  filterUnavailable: () =>
    errorText(
      'INBOX_FILTER',
      'Calls cannot be filtered here',
      'Filter in the console, or list all calls that wait.',
    ),
  argumentsNotObject: () => errorText('CALL_ARGUMENTS', 'The arguments are not an object'),
};
