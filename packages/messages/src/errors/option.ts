import { errorText } from '../text/error-text.ts';
import { suggestNearName } from '../text/suggest-near-name.ts';

/** Errors of the options of a command. */
export const optionErrors = {
  unknown: ({ name, near }: { name: string; near: string | undefined }) =>
    errorText(
      'OPTION_UNKNOWN',
      `Unknown option --${name}`,
      suggestNearName(near === undefined ? undefined : `--${near}`, 'See --help.'),
    ),
  takesNoValue: ({ name }: { name: string }) =>
    errorText('OPTION_UNKNOWN', `Option --${name} takes no value`),
  notForKind: ({ name, kind }: { name: string; kind: string }) =>
    errorText(
      'OPTION_UNKNOWN',
      `Option --${name} does not apply to a ${kind} file`,
      'See `callgate check --help`. Set the kind of the file with --as.',
    ),
  notForTraces: ({ name }: { name: string }) =>
    errorText('OPTION_UNKNOWN', `Option --${name} does not apply to traces`, 'Traces go to standard output.'),

  valueMissing: ({ name, value }: { name: string; value: string }) =>
    errorText('OPTION_MISSING', `Option --${name} needs a value`, `Write --${name} ${value}.`),
  missing: ({ name, command }: { name: string; command: string }) =>
    errorText('OPTION_MISSING', `Option --${name} is required`, `See \`callgate ${command} --help\`.`),
  needsOption: ({ name, needed }: { name: string; needed: string }) =>
    errorText('OPTION_MISSING', `Option --${name} needs --${needed}`, `Add --${needed}.`),
  serverNeeded: ({ names }: { names: string }) =>
    errorText('OPTION_MISSING', 'Option --server is required: the catalogue has several', `Choose ${names}.`),
  serverOfToolNeeded: ({ names }: { names: string }) =>
    errorText(
      'OPTION_MISSING',
      'Option --server is required: several servers have this tool',
      `Choose ${names}.`,
    ),
  sessionNeeded: ({ count, names }: { count: number; names: string }) =>
    errorText(
      'OPTION_MISSING',
      `Option --session is required: there are ${count} sessions`,
      `Choose ${names}.`,
    ),
  clientNeeded: ({ names }: { names: string }) =>
    errorText(
      'OPTION_MISSING',
      'Option --file needs --as',
      `Name the client of the file with --as: ${names}.`,
    ),
  bindingNeeded: () =>
    errorText(
      'OPTION_MISSING',
      'Option --yes needs --binding',
      'A script approves only what it saw. `callgate inbox CALL` shows the question with its digest.',
    ),
  outputNeeded: () =>
    errorText(
      'OPTION_MISSING',
      'Option --fix needs -o FILE',
      'Name the file to write with -o FILE. Callgate does not overwrite a file that you did not name.',
    ),
  tieNeeded: () =>
    errorText(
      'OPTION_MISSING',
      'Option --grant arguments needs --tie',
      'Name the arguments that must stay the same, for example --tie to,subject.',
    ),
  grantNeeded: () =>
    errorText(
      'OPTION_MISSING',
      'Options --uses, --tie and --for DURATION need --grant',
      'Use --for once, folder, session or always alone, or add --grant session, destination or arguments.',
    ),

  useOne: ({ name, other }: { name: string; other: string }) =>
    errorText('OPTION_TWICE', `Use --${name} or --${other}, not both`),
  cannotCombine: ({ name, other, command }: { name: string; other: string; command: string }) =>
    errorText(
      'OPTION_TWICE',
      `Option --${name} cannot be used with ${other}`,
      `See \`callgate ${command} --help\`.`,
    ),
  toolTwice: () => errorText('OPTION_TWICE', 'Use SERVER/TOOL or --tool, not both'),
  fullWithCatalogue: () =>
    errorText(
      'OPTION_TWICE',
      'Option --full cannot be used with --catalogue',
      'It shows tools seen on this machine. Leave out --full or --catalogue.',
    ),
  proofWithStore: () =>
    errorText('OPTION_TWICE', 'A proof is checked without the audit log', 'Leave out --db and -c.'),
  lostEntriesAlone: () =>
    errorText(
      'OPTION_TWICE',
      'Option --lost-entries accepts nothing but the loss of entries',
      'Run `callgate accept --lost-entries --reason WHY [--store PLACE]`.',
    ),

  valueUnknown: ({
    name,
    value,
    values,
    near,
  }: {
    name: string;
    value: string;
    values: string;
    near?: string | undefined;
  }) =>
    errorText(
      'OPTION_VALUE',
      `Unknown value \`${value}\` for --${name}`,
      suggestNearName(near, `Use ${values}.`),
    ),
  limit: () =>
    errorText('OPTION_VALUE', '--limit is not a whole number', 'Write a number, for example --limit 50.'),
  limitAboveZero: () =>
    errorText(
      'OPTION_VALUE',
      '--limit is not a whole number above 0',
      'Write a number, for example --limit 50.',
    ),
  nameEmpty: () => errorText('OPTION_VALUE', '--as needs a name'),
  pace: () =>
    errorText('OPTION_VALUE', '--pace is not a number of milliseconds', 'Use a number from 0 to 99999.'),
  demoServer: () =>
    errorText('OPTION_VALUE', 'The demo starts its own servers', 'Run `callgate demo` without --serve.'),
  idle: () =>
    errorText('OPTION_VALUE', '--idle is not a valid duration', 'Use for example 30m, at most one day.'),
  choiceNotOffered: ({ choice, choices }: { choice: string; choices: string }) =>
    errorText(
      'OPTION_VALUE',
      `This call cannot be allowed for \`${choice}\``,
      `Use --for with one of: ${choices}. Only a running gateway gives grants.`,
    ),
  grantForOne: () =>
    errorText('OPTION_VALUE', 'A grant applies to one call only', 'Approve that call alone.'),
  serverName: ({ name }: { name: string }) =>
    errorText(
      'OPTION_VALUE',
      `\`${name}\` is not a valid server name`,
      'Use 1 to 64 letters, digits, - and _. Do not begin or end with _ or write two in a row.',
    ),
  port: () => errorText('OPTION_VALUE', '--port is not a valid port', 'Use a number from 0 to 65535.'),
  nothingServed: () =>
    errorText('OPTION_VALUE', 'With --no-http no agent can connect', 'Add --stdio, or leave out --no-http.'),
  store: () =>
    errorText(
      'OPTION_VALUE',
      '--store is not a valid store',
      'Give a file, or a database as postgres://user@host/database.',
    ),
  ownCommand: () =>
    errorText(
      'OPTION_VALUE',
      '--callgate-command is empty',
      'Write for example callgate, or "npx -y callgate".',
    ),
  uses: ({ value }: { value: string }) =>
    errorText('OPTION_VALUE', `--uses: \`${value}\` is not a whole number above 0`),
  tieUnknown: ({ name }: { name: string }) =>
    errorText('OPTION_VALUE', `--tie: the call has no argument \`${name}\``),
  tieOfOther: () => errorText('OPTION_VALUE', '--tie works only with --grant arguments', 'Leave out --tie.'),
  ruleLevel: ({ value, levels }: { value: string; levels: string }) =>
    errorText('OPTION_VALUE', `\`${value}\` is not a valid --rule`, `Write RULE=LEVEL. LEVEL is ${levels}.`),
  headerVariable: () =>
    errorText(
      'OPTION_VALUE',
      '--header-env is not HEADER=VARIABLE',
      'Name a variable, not the value: every user of this machine can see arguments.',
    ),
  variableUnset: ({ variable, header }: { variable: string; header: string }) =>
    errorText(
      'OPTION_VALUE',
      `Variable ${variable} is not set`,
      `Set it to the whole value of the header ${header}.`,
    ),
  url: () =>
    errorText(
      'OPTION_VALUE',
      '--url is not a valid address',
      'Use https:// or http:// without a password. Send secrets in a header: --header-env HEADER=VARIABLE.',
    ),
  timeout: ({ longest }: { longest: number }) =>
    errorText('OPTION_VALUE', '--timeout is not a valid number of seconds', `Use at most ${longest}.`),
  number: ({ name, value, most }: { name: string; value: string; most: number }) =>
    errorText(
      'OPTION_VALUE',
      `--${name}: \`${value}\` is not a valid number`,
      `Use a number above 0, at most ${most}.`,
    ),
  time: ({ name, value }: { name: string; value: string }) =>
    errorText(
      'OPTION_VALUE',
      `--${name}: \`${value}\` is not a valid time`,
      'Write for example 2026-11-15 or 2026-11-15T08:30:00Z.',
    ),
  duration: ({ name, value }: { name: string; value: string }) =>
    errorText(
      'OPTION_VALUE',
      `--${name}: \`${value}\` is not a valid duration`,
      'Write a whole number and s, m, h or d, for example 30m or 1h.',
    ),
  calls: ({ most }: { most: number }) =>
    errorText('OPTION_VALUE', '--calls is not a valid number', `Use a number from 1 to ${most}.`),
  exportLanguage: () =>
    errorText('OPTION_VALUE', 'A policy is exported to cedar or rego', 'Write callgate export cedar POLICY.'),
  exportObserve: () =>
    errorText(
      'EXPORT_OBSERVE',
      'A policy that only observes lets everything run and has no equal in other languages',
      'Export the policy that it observes with.',
    ),
  least: () => errorText('OPTION_VALUE', '--least is not a valid number', 'Use a number from 2 to 99999.'),
  wait: () => errorText('OPTION_VALUE', '--wait is not a valid duration', 'Write for example 20s.'),
  labelAge: () =>
    errorText('OPTION_VALUE', '--label-age is not a valid duration', 'Write for example 8h, or never.'),
};
