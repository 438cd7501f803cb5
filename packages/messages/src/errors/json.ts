import { errorText } from '../text/error-text.ts';

const WHOLE_UTF8 = 'Send JSON encoded as UTF-8 without a byte order mark.';
const LESS = 'Send less at once.';
const CANONICAL = 'Use JSON values only, and send such a number as a string.';

/** Errors of JSON texts and values. */
export const jsonErrors = {
  textTooLarge: ({ max }: { max: number }) =>
    errorText('JSON_TOO_LARGE', `The text is larger than ${max} bytes`, LESS),
  tooManyKeys: ({ max, at }: { max: number; at: number }) =>
    errorText('JSON_TOO_LARGE', `More than ${max} keys at character ${at}`, LESS),
  arrayTooLong: ({ max, at }: { max: number; at: number }) =>
    errorText('JSON_TOO_LARGE', `An array of more than ${max} elements at character ${at}`, LESS),
  stringTooLong: ({ max, at }: { max: number; at: number }) =>
    errorText('JSON_TOO_LARGE', `A string of more than ${max} characters at character ${at}`, LESS),
  tooDeep: ({ max, at }: { max: number; at: number }) =>
    errorText('JSON_DEPTH', `Nested deeper than ${max} at character ${at}`, 'Send a flatter value.'),
  byteOrderMark: () =>
    errorText('JSON_BOM', 'The text begins with a byte order mark at character 0', WHOLE_UTF8),
  notUtf8: ({ at }: { at: number }) =>
    errorText('JSON_UTF8', `The text is not valid UTF-8 at byte ${at}`, WHOLE_UTF8),
  unexpected: ({ what, where, at }: { what: string; where: string; at: number }) =>
    errorText(
      'JSON_SYNTAX',
      `Unexpected ${what} ${where} at character ${at}`,
      'Send one JSON value as RFC 8259 defines it: no comments, no trailing commas, no NaN.',
    ),
  leadingZero: ({ at }: { at: number }) =>
    errorText(
      'JSON_SYNTAX',
      `Leading zero at character ${at}`,
      'Write numbers without leading zeros, or send the value as a string.',
    ),
  duplicateKey: ({ key, at }: { key: string; at: number }) =>
    errorText('JSON_DUPLICATE_KEY', `Duplicate key \`${key}\` at character ${at}`, 'Send each key once.'),
  numberInexact: ({ number, at, fault }: { number: string; at: number; fault: string }) =>
    errorText(
      'JSON_NUMBER',
      `The number \`${number}\` at character ${at} ${fault}`,
      'Send the number as a string.',
    ),
  negativeZero: ({ number, at, fault }: { number: string; at: number; fault: string }) =>
    errorText('JSON_NUMBER', `The number \`${number}\` at character ${at} ${fault}`, 'Send 0.'),
  surrogate: ({ at }: { at: number }) =>
    errorText(
      'JSON_SURROGATE',
      `Half of a surrogate pair at character ${at}`,
      'Send whole Unicode characters. Cut text between characters, not inside one.',
    ),
  digestSurrogate: () =>
    errorText(
      'DIGEST_TEXT',
      'Text with half of a surrogate pair has no digest',
      'Digest whole Unicode characters.',
    ),

  // values without a canonical form
  notCanonical: {
    tooLong: ({ max }: { max: number }) =>
      errorText(
        'JSON_NOT_CANONICAL',
        `A value longer than ${max} characters has no canonical form`,
        CANONICAL,
      ),
    tooDeep: ({ max }: { max: number }) =>
      errorText(
        'JSON_NOT_CANONICAL',
        `A value nested deeper than ${max}, or inside itself, has no canonical form`,
        CANONICAL,
      ),
    type: ({ type }: { type: string }) =>
      errorText('JSON_NOT_CANONICAL', `A value of type ${type} has no canonical form`, CANONICAL),
    object: () =>
      errorText('JSON_NOT_CANONICAL', 'An object that is not plain has no canonical form', CANONICAL),
    surrogate: ({ at }: { at: number }) =>
      errorText(
        'JSON_NOT_CANONICAL',
        `Half of a surrogate pair at character ${at} of a string has no canonical form`,
        CANONICAL,
      ),
    number: ({ fault }: { fault: string }) =>
      errorText('JSON_NOT_CANONICAL', `A number that ${fault} has no canonical form`, CANONICAL),
  },
};
