import { errorText } from '../text/error-text.ts';

/** Errors of a call: its name, its arguments, its user. */
export const callErrors = {
  userUnnamed: () =>
    errorText('CALL_PRINCIPAL', 'The user has no name', "Give a name, as 'ann', or { subject: 'ann' }."),
};
