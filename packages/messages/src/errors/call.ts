import { errorText } from '../text/error-text.ts';

/** Errors of a call: its name, its arguments, its user. */
export const callErrors = {
  userUnnamed: () =>
    errorText('CALL_PRINCIPAL', 'The user has no name', "Give a name, as 'ann', or { subject: 'ann' }."),
  argumentsNotObject: () =>
    errorText('CALL_ARGUMENTS', 'The arguments are not an object', 'Send the arguments as a JSON object.'),
  sealedArgumentsNotObject: () => errorText('CALL_ARGUMENTS', 'The sealed arguments are not an object'),
};
