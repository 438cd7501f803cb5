import { countOf } from './text/count.ts';
import { joinChoices } from './text/join-choices.ts';

/** What is wrong with the content of YAML and JSON files. A demand follows the name of a part: `port` must be a number. */
export const fileShapeMessages = {
  /** What editors show of keys that may be anything. */
  examples: {
    reason: 'payments above 1000 need two people',
    hint: 'changes the production environment',
    toolTitle: 'Send a report',
    toolDescription: 'Sends the report of a day by mail.',
    test: 'payments over 1,000 a day need two people',
    user: 'Pay the invoice of Acme',
    assistant: 'I pay it now.',
    task: 'pay the invoice',
  },
  wholeFile: 'The file',
  manifest: 'The manifest',
  part: ({ name }: { readonly name: string }): string => `\`${name}\``,
  problem: ({ part, demand }: { readonly part: string; readonly demand: string }): string =>
    `${part} ${demand}`,
  unknownKey: ({ key }: { readonly key: string }): string => `Unknown key \`${key}\``,
  keys: ({ keys }: { readonly keys: readonly string[] }): string => `Keys here are ${keys.join(', ')}.`,
  tooLarge: 'The file is larger than 1 MiB',
  tooDeep: 'The file is nested too deeply',
  quote: 'Put it in quotes.',

  types: {
    string: 'text',
    number: 'a number',
    int: 'a whole number',
    boolean: 'true or false',
    object: 'a map of keys and values',
    record: 'a map of keys and values',
    array: 'a list',
    null: 'empty',
  },
  demands: {
    present: 'is missing',
    valid: 'is not valid',
    type: ({ expected, received }: { readonly expected: string; readonly received?: string | undefined }) =>
      `must be ${expected}${received === undefined ? '' : `, not ${received}`}`,
    values: ({ values }: { readonly values: readonly string[] }): string => `must be ${joinChoices(values)}`,
    value: ({ value }: { readonly value: string }): string => `\`${value}\``,
    filled: 'must not be empty',
    atLeast: ({ min }: { readonly min: string }): string => `must be at least ${min}`,
    moreThan: ({ min }: { readonly min: string }): string => `must be more than ${min}`,
    atMost: ({ max }: { readonly max: string }): string => `must be at most ${max}`,
    lessThan: ({ max }: { readonly max: string }): string => `must be less than ${max}`,
    longEnough: ({ min }: { readonly min: number }): string =>
      `must have at least ${countOf(min, 'character')}`,
    shortEnough: ({ max }: { readonly max: number }): string =>
      `must have at most ${countOf(max, 'character')}`,
    moreEntries: ({ min }: { readonly min: number }): string =>
      `must have at least ${countOf(min, 'entry', 'entries')}`,
    fewerEntries: ({ max }: { readonly max: number }): string =>
      `must have at most ${countOf(max, 'entry', 'entries')}`,
    date: 'must be a date, as 2027-01-31',
    time: 'must be a time, as 2026-01-31T12:00:00Z',
    url: 'must be a URL',
  },

  policy: {
    id: 'must be 1 to 64 lower-case letters, digits and dashes',
    duration: 'must be a whole number and ms, s, m, h or d, as 30s',
    hours: 'must be written as 22:00-06:00 or Mon-Fri 08:00-18:00',
    label: 'must be lower-case letters, digits and hyphens',
    hintName: 'must be one word in camelCase',
    hintKey: 'must have a namespace, as com.example/my-hint',
  },
  config: {
    duration: 'must be a whole number and ms, s, m, h or d, as 30s',
    size: 'must be a whole number and B, KiB or MiB, as 16MiB',
    variable: 'must be the name of a variable: letters, digits and _',
    header: 'must be the name of a header',
    mailAddress: 'must be a mail address, as ann@example.com',
    scope: 'must be a scope without blanks, quotes or backslashes',
    host: 'must be a host name, with a port or without',
    hostAndPort: 'must be a host with a port, such as localhost:5432',
    filePattern: 'must be one line with at most five separate stars',
  },
  pack: {
    longSentence: ({ max }: { readonly max: number }): string => `must have at most ${max} characters`,
    oneLine: 'must be one line without hidden characters',
    unknownHint: 'is not a hint',
    trusted: 'cannot be set by a pack: only you can trust what a server returns',
    hints: ({ hints }: { readonly hints: readonly string[] }): string => `Hints are ${hints.join(', ')}.`,
    noHint: 'must say at least one hint',
    readsOnly: 'must be left out of a tool that only reads',
    digest: 'must be `sha256:` and 64 digits',
    why: 'must say what the tool does, as you judge it',
    doubt: 'must say what you were not sure of, or be left out',
    differs: 'must say why you differ',
    differsFromNothing: 'must be in `set` too',
    server: 'must be a name without spaces, as npm:@scope/name',
    serverVersion: 'must be a version without spaces',
    reviewer: 'must say who reviewed it',
    note: 'must not be empty, or be left out',
  },
  manifestTool: {
    json: 'must be JSON',
    otherKey: 'must be a key with your own namespace, as com.example/costly',
  },
};
