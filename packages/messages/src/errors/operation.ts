import { errorText } from '../text/error-text.ts';

/** Errors of operations: asking for them, and those of the audit log and of sessions. */
export const operationErrors = {
  unknown: () => errorText('CONTROL_METHOD', 'There is no such operation here'),
  roleMissing: ({ role }: { role: string }) => errorText('CONTROL_ROLE', `This needs the role ${role}`),
  parametersInvalid: ({ cause }: { cause: string }) =>
    errorText('CONTROL_PARAMS', `The parameters are not valid: ${cause}`),
  filesNotSent: () => errorText('CONTROL_METHOD', 'Files are not sent over this socket'),
  requestTooLarge: ({ max }: { max: number }) =>
    errorText('CONTROL_TOO_MUCH', `A request can have at most ${max} bytes`, 'Ask for less at once.'),
  gatewayGone: () =>
    errorText(
      'CONTROL_GONE',
      'The gateway closed the connection before it answered',
      'It is unknown whether it received the request. Look again.',
    ),

  // audit log and sessions
  callUnknown: ({ call }: { call: string }) =>
    errorText('CALL_UNKNOWN', `There is no call ${call}`, 'Search for it by its tool or its time.'),
  entryUnknown: ({ what }: { what: string }) =>
    errorText(
      'ROW_UNKNOWN',
      `There is no call or entry \`${what}\``,
      '`callgate audit --entries` shows the last entries with their numbers and calls.',
    ),
  verificationOfAnother: () =>
    errorText(
      'VERIFY_FORBIDDEN',
      'Another person started this verification',
      'That person or an operator can stop it.',
    ),
  sessionUnknown: ({ name }: { name: string }) =>
    errorText(
      'SESSION_UNKNOWN',
      `There is no session or call ${name}`,
      'The list of sessions has those with calls.',
    ),
  labelChanged: ({ what, label }: { what: string; label: string }) =>
    errorText(
      'LABEL_CHANGED',
      `The label ${label} is no longer on ${what}`,
      'Look again. Another person may have removed it, or it has aged.',
    ),
};
