import { errorText } from '../text/error-text.ts';

const SHORT_ASCII = 'Use 1 to 256 printable ASCII characters.';

/** Errors of a call: its name, its arguments, its user. */
export const callErrors = {
  userUnnamed: () =>
    errorText('CALL_PRINCIPAL', 'The user has no name', "Give a name, as 'ann', or { subject: 'ann' }."),
  userInvalid: () =>
    errorText(
      'CALL_PRINCIPAL',
      'The user has no valid name',
      'Authenticate the user. There is no anonymous user.',
    ),
  kindUnknown: ({ kind }: { kind: string }) =>
    errorText('CALL_KIND', `There are no calls of kind \`${kind}\``),

  // names
  nameInvalid: {
    id: ({ value }: { value: string }) =>
      errorText('CALL_ID', `The id ${value} is not allowed`, 'Use 1 to 128 printable ASCII characters.'),
    context: ({ value }: { value: string }) =>
      errorText('CALL_CONTEXT', `The context ${value} is not allowed`, SHORT_ASCII),
    task: ({ value }: { value: string }) =>
      errorText('CALL_TASK', `The task ${value} is not allowed`, SHORT_ASCII),
    server: ({ value }: { value: string }) =>
      errorText('CALL_SERVER', `The server ${value} is not allowed`, 'Use 1 to 64 of A-Z a-z 0-9 _ -.'),
    name: ({ value }: { value: string }) =>
      errorText('CALL_NAME', `The name ${value} is not allowed`, 'Use 1 to 128 of A-Z a-z 0-9 _ . -.'),
    uri: ({ value }: { value: string }) =>
      errorText(
        'CALL_URI',
        `The uri ${value} is not allowed`,
        'Use a scheme and up to 8192 printable ASCII characters. Percent-encode the rest.',
      ),
  },
  uriDots: ({ uri }: { uri: string }) =>
    errorText(
      'CALL_URI',
      `The uri \`${uri}\` has a \`.\` or \`..\` segment`,
      'Send the uri that the dots resolve to.',
    ),

  // arguments
  argumentsNotObject: () =>
    errorText('CALL_ARGUMENTS', 'The arguments are not an object', 'Send the arguments as a JSON object.'),
  sealedArgumentsNotObject: () => errorText('CALL_ARGUMENTS', 'The sealed arguments are not an object'),
  completionWithoutText: ({ argument }: { argument: string }) =>
    errorText(
      'CALL_ARGUMENTS',
      `The argument \`${argument}\` to complete has no text`,
      'Send the text typed so far among the arguments, even if it is empty.',
    ),
  samplingWithoutMessages: () =>
    errorText(
      'CALL_ARGUMENTS',
      'The sampling request has no messages',
      'Send `messages` among the arguments.',
    ),
  argumentsChanged: () =>
    errorText(
      'CALL_SELF_CHECK',
      'The arguments read back differently from what was written',
      'This is a fault in Callgate. Please report it with the arguments.',
    ),
  keysCollide: ({ one, other }: { one: string; other: string }) =>
    errorText(
      'CALL_KEY_COLLISION',
      `The argument keys \`${one}\` and \`${other}\` can be mistaken for each other`,
      'Send keys that differ in more than case, width or NUL.',
    ),
};
