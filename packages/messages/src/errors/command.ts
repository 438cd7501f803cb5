import { errorText } from '../text/error-text.ts';
import { suggestNearName } from '../text/suggest-near-name.ts';

/** Errors of commands and their arguments. */
export const commandErrors = {
  unknown: ({ name, near }: { name: string; near: string | undefined }) =>
    errorText(
      'COMMAND_UNKNOWN',
      `Unknown command \`${name}\``,
      suggestNearName(near, 'See `callgate --help`.'),
    ),
  notInModule: ({ name }: { name: string }) =>
    errorText('COMMAND_UNKNOWN', `Command \`${name}\` is missing from its module`),

  argumentMissing: ({ command, argument }: { command: string; argument: string }) =>
    errorText(
      'ARGUMENT_MISSING',
      `Argument ${argument} of callgate ${command} is missing`,
      `See \`callgate ${command} --help\`.`,
    ),
  entryMissing: () =>
    errorText(
      'ARGUMENT_MISSING',
      'Option --proof needs the number of an entry',
      '`callgate audit CALL` shows the numbers of the entries of a call.',
    ),
  grantMissing: () =>
    errorText(
      'ARGUMENT_MISSING',
      'Option --revoke needs the id of a grant',
      'List them with `callgate grants`.',
    ),
  toolMissing: ({ action }: { action: string }) =>
    errorText('ARGUMENT_MISSING', `Option --${action} needs SERVER/TOOL`, 'List them with `callgate tools`.'),
  notFormattable: ({ path }: { path: string }) =>
    errorText(
      'FILE_NOT_FORMATTED',
      `Cannot read ${path} as YAML`,
      'Run `callgate check FILE` to see what is wrong with it.',
    ),
  nothingToCheck: () =>
    errorText(
      'ARGUMENT_MISSING',
      'There is nothing to check',
      'Run `callgate check POLICY…`, `callgate check FILE…`, `callgate check -- COMMAND…` or `callgate check --url URL`.',
    ),
  nothingToScan: () =>
    errorText(
      'ARGUMENT_MISSING',
      'There is nothing to scan',
      'Run `callgate scan -- COMMAND…`, or add --url URL, --config FILE, --tools FILE or --all-clients.',
    ),
  serverMissing: () =>
    errorText(
      'ARGUMENT_MISSING',
      'The command of a server is missing',
      'Write it after --, or give --url. Example: `callgate run -- npx -y @modelcontextprotocol/server-everything`.',
    ),

  tooManyArguments: ({ command, extra }: { command: string; extra: string }) =>
    errorText(
      'ARGUMENT_UNKNOWN',
      `Unexpected argument \`${extra}\``,
      `This command takes at most one. See \`callgate ${command} --help\`.`,
    ),
  undoUnasked: () =>
    errorText(
      'UNDO_UNASKED',
      'Nobody can be asked: this is no terminal',
      '`callgate undo` lists the files of each call. Add --yes to restore them without a question.',
    ),
  optionsOnly: ({ command, extra }: { command: string; extra: string }) =>
    errorText(
      'ARGUMENT_UNKNOWN',
      `Unexpected argument \`${extra}\``,
      `This command takes options only. See \`callgate ${command} --help\`.`,
    ),
  dashesMissing: ({ extra }: { extra: string }) =>
    errorText(
      'ARGUMENT_UNKNOWN',
      `Unexpected argument \`${extra}\``,
      'Write -- before the command: `callgate run [options] -- COMMAND…`.',
    ),
  contractOfUrl: () =>
    errorText(
      'CONTRACT_OF_URL',
      'A sandbox holds a server that is started here, not one at a URL',
      'Leave out `--contract`.',
    ),
  commandAndUrl: ({ command }: { command: string }) =>
    errorText(
      'ARGUMENT_UNKNOWN',
      `Give callgate ${command} a command or --url, not both`,
      'Leave out --url, or everything from -- on.',
    ),
  oneFileConverted: () =>
    errorText('ARGUMENT_UNKNOWN', 'Only one FILE can be converted', 'Put a name with spaces in quotes.'),
  oneFileAccepted: ({ path }: { path: string }) =>
    errorText(
      'ARGUMENT_UNKNOWN',
      `File ${path} cannot be accepted together with others`,
      'Accept one file at a time.',
    ),
  restoreTakesNone: () =>
    errorText(
      'ARGUMENT_UNKNOWN',
      'Option --restore takes no policy',
      'It restores the policy that the configuration names.',
    ),
  declassifyTakesNone: () =>
    errorText('ARGUMENT_UNKNOWN', 'Option --declassify takes no session', 'Give --principal or --store.'),
  shellUnknown: ({ shell }: { shell: string }) =>
    errorText('ARGUMENT_UNKNOWN', `There is no completion for \`${shell}\``, 'Use bash, zsh or fish.'),

  entryNumber: () =>
    errorText(
      'ARGUMENT_VALUE',
      'An entry is named by its number',
      '`callgate audit CALL` shows the numbers of the entries of a call.',
    ),
  mixedKinds: ({ kind, other }: { kind: string; other: string }) =>
    errorText(
      'ARGUMENT_SHAPE',
      `The files are of two kinds: ${kind} and ${other}`,
      'Check one kind at a time, or set the kind with --as.',
    ),
  notOnePack: ({ path }: { path: string }) =>
    errorText('ARGUMENT_SHAPE', `Path ${path} is not a single pack`, 'Accept packs one at a time, by file.'),
  notATool: ({ name }: { name: string }) =>
    errorText(
      'ARGUMENT_SHAPE',
      `\`${name}\` is not a valid tool name`,
      'Write SERVER/TOOL. List them with `callgate tools`.',
    ),

  toolUnnamed: () =>
    errorText(
      'CALL_NAME',
      'The tool has no name',
      "Name the server and the tool, for example 'notes/delete_note'.",
    ),
  hookTimeout: () => errorText('HOOK_TIMEOUT', 'The gate did not decide in time'),
  packageName: ({ name }: { name: string }) =>
    errorText(
      'NEW_NAME',
      `\`${name}\` is not a valid package name`,
      'Choose a folder name of small letters, digits, dots and dashes, or give --name.',
    ),
  notAFolder: ({ path }: { path: string }) =>
    errorText('NEW_FOLDER', `Path ${path} is not a folder`, 'Name a folder that is empty or does not exist.'),
  folderNotEmpty: ({ path }: { path: string }) =>
    errorText('NEW_FOLDER', `Folder ${path} is not empty`, 'Name a folder that is empty or does not exist.'),
};
