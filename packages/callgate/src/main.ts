import { CallgateError, display } from '@callgate/core';
import { cliMessages } from '@callgate/messages/cli';
import { commandErrors } from '@callgate/messages/errors/command';
import { findNearestName } from '@callgate/policy';
import type { Command, Commands } from './commands/command.ts';
import { renamedCommand } from './commands/renamed-command.ts';
import { bold, dim, write } from './show/style.ts';
import { VERSION } from './show/version.ts';

export type CommandName = keyof typeof cliMessages.commands;
type Group = keyof typeof cliMessages.groups;

/** A command is loaded when it runs: most need no store. */
export interface ListedCommand {
  readonly name: CommandName;
  readonly group: Group;
  readonly description: string;
  /** Whether `callgate --help` shows it. */
  readonly isListed: boolean;
  load(): Promise<Command>;
}

type Module = () => Promise<{ readonly commands: Commands }>;

/** Programs call them, or few people once; the documentation has them. */
const UNLISTED: ReadonlySet<CommandName> = new Set([
  'hook',
  'intercept',
  'completion',
  'audit archive',
  'audit stream',
  'audit hold',
  'store copy',
  'store backup',
  'store restore',
  'new server',
  'convert',
  'export',
  'format',
  'language-server',
  'policy compare',
  'policy shadow',
  'policy recommend',
  'policy history',
  'policy rollback',
  'policy activate',
]);

/** Commands of one group, each with the module it is in. */
const grouped = (
  group: Group,
  modules: { readonly [name in CommandName]?: Module },
): readonly ListedCommand[] =>
  Object.entries(modules).map(([written, load]) => {
    const name = written as CommandName;
    return {
      name,
      group,
      description: cliMessages.commands[name],
      isListed: !UNLISTED.has(name),
      load: async () => {
        const command = (await load()).commands[name];
        if (command === undefined) throw new CallgateError(commandErrors.notInModule({ name }));
        return command;
      },
    };
  });

export const COMMANDS: readonly ListedCommand[] = [
  ...grouped('everyday', {
    status: () => import('./commands/status.ts'),
    inbox: () => import('./commands/inbox.ts'),
    approve: () => import('./commands/inbox.ts'),
    deny: () => import('./commands/inbox.ts'),
    grants: () => import('./commands/grants.ts'),
    undo: () => import('./commands/undo.ts'),
    sessions: () => import('./commands/sessions.ts'),
    console: () => import('./commands/console.ts'),
    report: () => import('./commands/report.ts'),
  }),
  ...grouped('setUp', {
    init: () => import('./commands/init.ts'),
    doctor: () => import('./commands/doctor.ts'),
    run: () => import('./commands/run.ts'),
    up: () => import('./commands/up.ts'),
    login: () => import('./commands/login.ts'),
    intercept: () => import('./commands/intercept.ts'),
    hook: () => import('./commands/hook.ts'),
    accept: () => import('./commands/store.ts'),
    lock: () => import('./commands/store.ts'),
    'store copy': () => import('./commands/store.ts'),
    'store backup': () => import('./commands/store.ts'),
    'store restore': () => import('./commands/store.ts'),
    demo: () => import('./commands/demo.ts'),
    completion: () => import('./commands/completion.ts'),
  }),
  ...grouped('policy', {
    tools: () => import('./commands/tools.ts'),
    review: () => import('./commands/review.ts'),
    explain: () => import('./commands/explain.ts'),
    policy: () => import('./commands/policy.ts'),
    'policy recommend': () => import('./commands/recommend.ts'),
    'policy shadow': () => import('./commands/policy.ts'),
    'policy history': () => import('./commands/policy.ts'),
    'policy rollback': () => import('./commands/policy.ts'),
    'policy compare': () => import('./commands/policy.ts'),
    'policy activate': () => import('./commands/policy.ts'),
    diff: () => import('./commands/diff.ts'),
    test: () => import('./commands/test.ts'),
    prove: () => import('./commands/prove.ts'),
    replay: () => import('./commands/replay.ts'),
  }),
  ...grouped('audit', {
    audit: () => import('./commands/audit.ts'),
    'audit stream': () => import('./commands/audit-stream.ts'),
    'audit verify': () => import('./commands/audit-verify.ts'),
    'audit archive': () => import('./commands/audit-archive.ts'),
    'audit hold': () => import('./commands/audit-archive.ts'),
  }),
  ...grouped('authors', {
    scan: () => import('./commands/scan.ts'),
    verify: () => import('./commands/verify.ts'),
    check: () => import('./commands/check.ts'),
    export: () => import('./commands/export.ts'),
    format: () => import('./commands/format.ts'),
    'language-server': () => import('./commands/language-server.ts'),
    convert: () => import('./commands/convert.ts'),
    'new server': () => import('./commands/new-server.ts'),
  }),
];

/** The list of commands, shown without a command. */
const rootUsage = (): string => {
  const listed = COMMANDS.filter(({ isListed }) => isListed);
  const width = Math.max(...listed.map(({ name }) => name.length)) + 2;
  const groups = Object.entries(cliMessages.groups).flatMap(([group, title]) => [
    bold(title),
    ...listed
      .filter((command) => command.group === group)
      .map(({ name, description }) => `  ${name.padEnd(width)}${description}`),
    '',
  ]);
  return [
    cliMessages.headline({ version: VERSION }),
    '',
    `${bold(cliMessages.usageHeading)} ${cliMessages.usage}`,
    '',
    ...groups,
    dim(cliMessages.more),
  ].join('\n');
};

/** Their messages are whole: every line says where and what to do. */
const WITH_POSITIONS: ReadonlySet<string> = new Set([
  'POLICY_INVALID',
  'CONFIG_INVALID',
  'LOCK_INVALID',
  'PACK_INVALID',
  'MANIFEST_INVALID',
  'TESTS_INVALID',
]);

const fail = (error: unknown, exitCode = 1): void => {
  process.exitCode = exitCode;
  if (error instanceof CallgateError) {
    const help = error.help === undefined ? '' : `\n  help: ${error.help}`;
    process.stderr.write(
      WITH_POSITIONS.has(error.code)
        ? `${error.message}\n`
        : `error[${error.code}]: ${error.message}${help}\n`,
    );
  } else process.stderr.write(`error: ${display(error instanceof Error ? error.message : String(error))}\n`);
};

/** What stands after `--` belongs to another command. */
const ownWords = (words: readonly string[]): readonly string[] =>
  words.includes('--') ? words.slice(0, words.indexOf('--')) : words;

const asksForHelp = (words: readonly string[]): boolean =>
  ownWords(words).some((word) => word === '--help' || word === '-h');

const asksForJson = (words: readonly string[]): boolean => ownWords(words).includes('--json');

const COMMAND_NAMES: readonly string[] = COMMANDS.map(({ name }) => name);

interface FoundCommand {
  readonly command: ListedCommand;
  readonly rest: readonly string[];
}

/** A word after a name that was meant for another command of its group. */
const isMistake = (name: string, word: string | undefined): boolean => {
  if (word === undefined || word.startsWith('-')) return false;
  const verbs = COMMAND_NAMES.filter((each) => each.startsWith(`${name} `)).map((each) =>
    each.slice(name.length + 1),
  );
  return findNearestName(word, verbs) !== undefined;
};

/** The named command, of one word or two, and the other words. */
const findCommand = (args: readonly string[]): FoundCommand | undefined => {
  for (const words of [2, 1]) {
    const name = args.slice(0, words).join(' ');
    const command = COMMANDS.find((entry) => entry.name === name);
    if (command !== undefined)
      return isMistake(name, args[words]) ? undefined : { command, rest: args.slice(words) };
    const renamed = words <= args.length ? renamedCommand(name, args.slice(words)) : undefined;
    if (renamed === undefined) continue;
    const found = findCommand(renamed.words);
    if (found !== undefined && !asksForJson(args))
      process.stderr.write(`${cliMessages.renamed({ from: name, to: renamed.to })}\n`);
    return found;
  }
  return undefined;
};

const unknownCommand = (args: readonly string[]): CallgateError => {
  const [first = '', second = ''] = args;
  const names = COMMAND_NAMES;
  const below = names.filter((name) => name.startsWith(`${first} `));
  const written = below.length > 0 && !second.startsWith('-') ? `${first} ${second}`.trim() : first;
  const near =
    (second === '' && below.length === 1 ? below[0] : undefined) ??
    findNearestName(`${first} ${second}`, names) ??
    findNearestName(first, names) ??
    (below.length === 1 ? below[0] : undefined);
  return new CallgateError(commandErrors.unknown({ name: display(written), near }));
};

/** Runs the command line. Never throws: what goes wrong is told in words, with exit code 1 or the one of the command. */
export const main = async (args: readonly string[]): Promise<void> => {
  // a reader that has seen enough closes the pipe; that is no error
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  const [name = ''] = args;
  const found = findCommand(args);
  let command: Command | undefined;
  try {
    if (name === '--version' || name === '-v') process.stdout.write(`${VERSION}\n`);
    else if (found !== undefined && asksForHelp(found.rest)) {
      await (await found.command.load()).usage(found.command.name, found.command.description);
    } else if (found !== undefined) {
      command = await found.command.load();
      await command.run(found.command.name, found.rest);
    } else {
      write(rootUsage());
      if (name !== '' && name !== '--help' && name !== '-h') fail(unknownCommand(args));
    }
  } catch (error) {
    fail(error, command?.exitOnError(found?.rest ?? []));
  }
};
