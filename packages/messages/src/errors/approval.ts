import { approvalMessages } from '../approval.ts';
import { errorText } from '../text/error-text.ts';

/** Errors of approvals: votes, groups of calls, channels that ask people. */
export const approvalErrors = {
  callUnknown: ({ call }: { call: string }) =>
    errorText('CALL_UNKNOWN', `There is no call ${call}`, 'Run `callgate inbox` to see which calls wait.'),
  unexplained: () =>
    errorText('WHO_AND_WHY', 'This action needs a person and a reason', 'Say who (`by`) and why (`reason`).'),
  groupOverConnection: () =>
    errorText(
      'GROUP_REFUSED',
      approvalMessages.inBand.oneCall,
      'Decide about the calls in the console or at a terminal.',
    ),
  groupNotAllowed: ({ because }: { because: string }) =>
    errorText(
      'GROUP_REFUSED',
      approvalMessages.group.refused({ because }),
      'Decide about each call separately.',
    ),

  // channels
  callbackAnswer: () =>
    errorText(
      'CALLBACK_ANSWER',
      'The callback did not return a valid vote',
      'Return { verdict: "approve" or "refuse", subject, opened: true or false }, or null.',
    ),
  callbackAnswers: () =>
    errorText(
      'CALLBACK_ANSWER',
      'The callback did not return valid votes',
      'Return a list of { call, verdict, subject, opened }, each of another call, or null.',
    ),
  terminalClosed: () =>
    errorText(
      'TERMINAL_CLOSED',
      'The terminal is closed, so no one can be asked there',
      'Decide in the console or on the command line.',
    ),
  webhookUrlInvalid: ({ what, url }: { what: string; url: string }) =>
    errorText(
      'WEBHOOK_OPTIONS',
      `The webhook cannot be used: ${what} \`${url}\` is not a valid URL`,
      'Write a whole URL.',
    ),
  webhookUnencrypted: ({ what }: { what: string }) =>
    errorText(
      'WEBHOOK_OPTIONS',
      `The webhook cannot be used: ${what} would be reached without encryption`,
      'Use https. Use http only to this machine.',
    ),
  webhookPassword: ({ what }: { what: string }) =>
    errorText(
      'WEBHOOK_OPTIONS',
      `The webhook cannot be used: ${what} contains a password`,
      'Leave the password out. Messages are signed.',
    ),
  webhookSecretShort: ({ min }: { min: number }) =>
    errorText(
      'WEBHOOK_OPTIONS',
      'The webhook cannot be used: its secret is too short',
      `Use at least ${min} random characters.`,
    ),
  webhookRetries: () =>
    errorText(
      'WEBHOOK_OPTIONS',
      'The webhook cannot be used: the number of retries is not valid',
      'Use 0 to 10.',
    ),
  webhookFailed: ({ status }: { status: number | undefined }) =>
    errorText(
      'WEBHOOK_FAILED',
      `The webhook did not accept the message: ${status === undefined ? 'no answer' : `status ${status}`}`,
      'Check that its receiver runs. Redirects are not followed.',
    ),
};
