import type { ErrorText } from '../text/error-text.ts';
import { errorText } from '../text/error-text.ts';

const START_IT = 'Start it yourself: `callgate scan -- COMMAND…`.';

const SYNTAX_HELP = {
  JSON: 'Correct the JSON. Comments and a comma at the end of a list are fine.',
  TOML: 'Correct the TOML, or change this server by hand.',
};

type SyntaxFormat = keyof typeof SYNTAX_HELP;

const syntaxError = (format: SyntaxFormat, message: string): ErrorText =>
  errorText('CONFIG_PARSE', message, SYNTAX_HELP[format]);

/** Errors of the configuration files of clients, shown after the path of the file. */
export const clientFileErrors = {
  brokenLink: () =>
    errorText(
      'FILE_LINK',
      'The link points to nothing',
      'Remove the link, or restore the file that it points to.',
    ),
  notUtf8: () => errorText('CONFIG_ENCODING', 'The file is not UTF-8', 'Save it as UTF-8.'),
  notAFile: () => errorText('FILE_UNREADABLE', 'This is not a file', 'Check the path.'),
  absent: () => errorText('FILE_UNREADABLE', 'The file does not exist', 'Check the path.'),
  unreadable: ({ why }: { why: string }) =>
    errorText('FILE_UNREADABLE', `The file cannot be read: ${why}`, 'Check that you may read it.'),
  tooLong: () => errorText('FILE_TOO_LONG', 'The file is larger than 64 MiB', 'Change it by hand.'),
  unwritable: ({ why }: { why: string }) =>
    errorText(
      'FILE_UNWRITABLE',
      `The file cannot be written: ${why}`,
      'Check that you may write the file and its folder.',
    ),
  changed: () =>
    errorText(
      'FILE_CHANGED',
      'Another program changed the file meanwhile, so it was not written',
      'Close the client and run `callgate init` again.',
    ),
  hooksUnreadable: () =>
    errorText(
      'CONFIG_FORM',
      'The hooks of this file have an unknown form, so they were not changed',
      'Put the output of `callgate hook --snippet` into it by hand.',
    ),
  wrongResult: () =>
    errorText(
      'CONFIG_FORM',
      'The changed file would not have the right content, so it was not written',
      'Change this file by hand.',
    ),

  /** Parts that the editor leaves alone; shown in the note of a server. */
  uneditable: {
    overlap: () => errorText('CONFIG_FORM', 'Two changes would touch the same place'),
    keyAbsent: () => errorText('CONFIG_FORM', 'A key is not written anywhere'),
    notText: () => errorText('CONFIG_FORM', 'A value that is not a text'),
    notList: () => errorText('CONFIG_FORM', 'A value that is not a list'),
    listWithoutBrackets: () => errorText('CONFIG_FORM', 'An empty list without brackets'),
    emptyList: () => errorText('CONFIG_FORM', 'An empty list'),
    valueUnderHeading: () => errorText('CONFIG_FORM', 'A value under its own heading'),
    tableUnderHeading: () => errorText('CONFIG_FORM', 'A table under its own heading'),
    keyAfterKey: () => errorText('CONFIG_FORM', 'A key behind another key'),
    keyAfterDash: () => errorText('CONFIG_FORM', 'A key behind a dash or another key'),
    betweenComments: () => errorText('CONFIG_FORM', 'A value between comments'),
    itemsShareLines: () => errorText('CONFIG_FORM', 'A list whose items share lines'),
  },

  /** What keeps `callgate scan` from starting a server of a client. */
  entry: {
    clientValue: () =>
      errorText('CLIENT_ENTRY', 'The server needs a value that only its client knows', START_IT),
    variableUnset: ({ variable }: { variable: string }) =>
      errorText('CLIENT_ENTRY', `The server needs the variable ${variable}, which is not set here`, START_IT),
    unclear: ({ why }: { why: string }) =>
      errorText('CLIENT_ENTRY', `The entry cannot be used: ${why}`, START_IT),
    sse: () =>
      errorText(
        'CLIENT_ENTRY',
        'The server uses the older HTTP+SSE transport, which Callgate does not support',
        START_IT,
      ),
    callgate: () => errorText('CLIENT_ENTRY', 'The server is Callgate itself', START_IT),
  },

  /** Syntax of JSON with comments, TOML and YAML. */
  syntax: {
    yaml: ({ problem }: { problem: string }) =>
      errorText('CONFIG_PARSE', `Invalid YAML: ${problem}`, 'Correct the YAML.'),
    endInstead: ({ format, wanted }: { format: SyntaxFormat; wanted: string }) =>
      syntaxError(format, `Expected ${wanted}, but the file ends`),
    lineEndInstead: ({ format, wanted }: { format: SyntaxFormat; wanted: string }) =>
      syntaxError(format, `Expected ${wanted}, but the line ends`),
    characterInstead: ({ format, wanted, found }: { format: SyntaxFormat; wanted: string; found: string }) =>
      syntaxError(format, `Expected ${wanted}, found \`${found}\``),
    duplicateKey: ({ format, key }: { format: SyntaxFormat; key: string }) =>
      syntaxError(format, `Duplicate key \`${key}\``),
    tooDeep: ({ format }: { format: SyntaxFormat }) => syntaxError(format, 'Values are nested too deep'),
    trailingText: ({ format }: { format: SyntaxFormat }) =>
      syntaxError(format, 'There is more text after the end of the value'),
    openComment: ({ format }: { format: SyntaxFormat }) => syntaxError(format, 'A comment does not end'),
    invalidText: ({ format }: { format: SyntaxFormat }) =>
      syntaxError(format, 'This text does not end, or has a character that must be escaped'),
    openText: ({ format }: { format: SyntaxFormat }) => syntaxError(format, 'This text does not end'),
    escapeUnknown: ({ format }: { format: SyntaxFormat }) =>
      syntaxError(format, 'This is not a valid escape'),
    notACharacter: ({ format }: { format: SyntaxFormat }) =>
      syntaxError(format, 'This is not a valid character'),
  },
};
