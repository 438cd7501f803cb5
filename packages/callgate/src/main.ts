import { CallgateError, display } from '@callgate/core';
import { findNearestName } from '@callgate/policy';
import type { Command, Commands } from './commands/command.ts';
import { bold, dim, write } from './show/style.ts';

/** What there is, for somebody who named no command. */
const rootUsage = (version: string, commands: readonly ListedCommand[]): string => {
  const own = commands.filter(({ shortFor }) => shortFor === undefined);
  const width = Math.max(...own.map(({ name }) => name.length)) + 2;
  const short = commands
    .filter(({ name, shortFor }) => shortFor !== undefined && shortFor !== name)
    .map(({ name, shortFor = '' }) => `${name} for ${shortFor}`);
  return [
    `Callgate ${version} decides auto, confirm or block for every tool call.`,
    '',
    `${bold('USAGE')} callgate COMMAND [options]`,
    '',
    bold('COMMANDS'),
    ...own.map(({ name, description }) => `  ${name.padEnd(width)}${description}`),
    '',
    dim(`Short: ${short.join(', ')}.`),
    dim('callgate COMMAND --help says what one takes.'),
  ].join('\n');
};

const VERSION = '0.1.0';

/** A command is loaded when somebody runs it: most have no use for a store. */
export interface ListedCommand {
  readonly name: string;
  readonly description: string;
  /** Another name of the same command. */
  readonly shortFor?: string;
  load(): Promise<Command>;
}

/** Commands of one module, with their descriptions. */
const from = (
  load: () => Promise<{ readonly commands: Commands }>,
  descriptions: Readonly<Record<string, string>>,
): readonly ListedCommand[] =>
  Object.entries(descriptions).map(([name, description]) => ({
    name,
    description,
    load: async () => {
      const command = (await load()).commands[name];
      if (command === undefined) throw new CallgateError('COMMAND_UNKNOWN', `${name} is not in its module`);
      return command;
    },
  }));

const LISTED: readonly ListedCommand[] = [
  ...from(() => import('./commands/run.ts'), {
    run: 'Put a gate before one MCP server: callgate run [options] -- COMMAND…',
  }),
  ...from(() => import('./commands/up.ts'), {
    up: 'Serve many MCP servers as one, over HTTP and standard input and output',
  }),
  ...from(() => import('./commands/console.ts'), {
    console: 'Sign in to the console that runs, or serve one where none does',
  }),
  ...from(() => import('./commands/store.ts'), {
    'store copy': 'Copy a store with its whole record to another file or database, verified before and after',
    'store accept':
      'Accept that rows of the record are gone: whatever waits is void, and the record says why',
    lock: 'Write what is pinned and reviewed to callgate.lock.yaml',
    accept: 'Say that you have looked: at a file that was found, or at tools that changed',
  }),
  ...from(() => import('./commands/init.ts'), {
    init: "Put Callgate before the MCP servers in your clients' configurations",
  }),
  ...from(() => import('./commands/hook.ts'), {
    hook: "Take a host's hook event on standard input and print the host's answer",
  }),
  ...from(() => import('./commands/tools.ts'), {
    'tools list': 'Every tool that was seen on this machine: what is believed of it and what would happen',
    'tools show':
      'One tool: claims, beliefs, drift, what was said of it, what happens if it is called and why',
    'tools enable': 'Let agents see and call a tool again; agents are asked about first',
    'tools disable': 'Hide a tool from agents: what cannot be seen cannot be called',
    'tools override':
      'Say what is so, whatever the server claims; what lowers care counts for the definition as it is now',
    'tools review': 'Look at a definition, whole, and say what it is; it counts for exactly this one',
    'tools accept': 'Look at what changed of a tool, and take it for what it is pinned to',
    'tools keep-out': 'Hide a tool from agents as long as it is defined as it is now',
  }),
  ...from(() => import('./commands/scan.ts'), {
    scan: 'Look at everything servers list, without calling anything: callgate scan [options] [-- COMMAND…]',
  }),
  ...from(() => import('./commands/lint.ts'), {
    lint: 'What the author of a server should say better about its tools: callgate lint [FILE…] [-- COMMAND…]',
  }),
  ...from(() => import('./commands/store.ts'), {
    review:
      'Walk through tools that are new, changed or doubtful, loosened ones first, with suggestions filled in',
  }),
  ...from(() => import('./commands/explain.ts'), {
    explain: 'What happens if this tool is called, and why',
    check: 'Validate and lint policy files',
  }),
  ...from(() => import('./commands/manifest.ts'), {
    'manifest check': 'Validate disclosure manifests; exit code 1 where one cannot be used',
    'manifest convert': 'Make a manifest of tools, or tools of a manifest, and say what is lost',
  }),
  ...from(() => import('./commands/policy.ts'), {
    'policy show': 'The policy in force: its layers, every rule, and who activated it',
    'policy try': 'What the policy in force says to a call, and why; nothing is called',
    'policy compare':
      'How the last recorded calls would fare under another policy; exit code 2 where some would be asked less about',
    'policy activate':
      'Compare another policy with the last recorded calls, and put it in force in place of the configuration’s',
    'policy restore': 'Go back to the policy that the configuration names',
  }),
  ...from(() => import('./commands/replay.ts'), {
    replay: 'Decide every call of recorded sessions again',
  }),
  ...from(() => import('./commands/traces.ts'), {
    'session show': 'One recorded session as a story: labels, origins, decisions',
    'trace convert': 'Make traces of OpenTelemetry GenAI spans or chat transcripts',
  }),
  ...from(() => import('./commands/approvals.ts'), {
    'approvals list': 'The calls that wait for people, most urgent first',
    'approvals show':
      'One call that people are or were asked about, whole, with the votes so far; decides nothing',
    'approvals approve': 'Show a call that waits, whole, and approve it',
    'approvals refuse': 'Say no to calls that wait; one no ends a call',
    'approvals watch':
      'The inbox on the whole terminal: look, approve, refuse; plain lines where there is no terminal',
  }),
  ...from(() => import('./commands/grants.ts'), {
    grants: 'What may be called without asking, how far each grant reaches, and who gave it',
    'grant revoke': 'Take a grant back',
    settle: 'Say what came of a call whose outcome nobody knows',
    declassify: 'Take one label from one context or store, by your name and for a reason',
  }),
  ...from(() => import('./commands/sessions.ts'), {
    'sessions list': 'The sessions that calls were made in, newest first, with what they have touched',
    'sessions show':
      'One session that calls were made in, as a timeline: calls, labels, where values came from',
  }),
  ...from(() => import('./commands/status.ts'), {
    status: 'Which gates, servers and consoles run, what waits, what nobody knows, how people decide, alerts',
  }),
  ...from(() => import('./commands/audit.ts'), {
    'audit tail': 'The last rows of the record',
    'audit show': 'One row, or everything that is recorded of one call',
    'audit search': 'Calls by state, outcome, server, tool, principal, session, text and time, newest first',
  }),
  ...from(() => import('./commands/audit-verify.ts'), {
    'audit verify': 'Derive the whole record anew and say which row is wrong',
    'audit proof': 'Proof that one row is in the record that was signed, to be given to others',
    'audit check-proof': 'Check the proof of one row, without the record it is from',
  }),
  ...from(() => import('./commands/audit.ts'), {
    'audit export': 'All rows, those of a time, or those of the calls somebody looks for, for other programs',
    'audit report': 'What was called, decided, approved and left unknown',
  }),
  ...from(() => import('./commands/new-server.ts'), {
    'new server': 'Write a small MCP server that declares all it does, with a manifest and tests',
  }),
  ...from(() => import('./commands/completion.ts'), {
    completion: 'A script that completes callgate in bash, zsh or fish',
  }),
  ...from(() => import('./commands/demo.ts'), {
    demo: 'Play an agent through stories in front of a real gateway, with a console to look and decide in',
  }),
];

const SHORT: Readonly<Record<string, string>> = {
  tools: 'tools list',
  policy: 'policy show',
  approvals: 'approvals list',
  inbox: 'approvals list',
  approve: 'approvals approve',
  refuse: 'approvals refuse',
  sessions: 'sessions list',
};

export const COMMANDS: readonly ListedCommand[] = [
  ...LISTED,
  ...Object.entries(SHORT).flatMap(([name, shortFor]) =>
    LISTED.filter((command) => command.name === shortFor).map((command) => ({ ...command, name, shortFor })),
  ),
];

/** Their messages are whole: every line says where and what to do. */
const WITH_POSITIONS: ReadonlySet<string> = new Set([
  'POLICY_INVALID',
  'CONFIG_INVALID',
  'LOCK_INVALID',
  'PACK_INVALID',
  'MANIFEST_INVALID',
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
const asksForHelp = (words: readonly string[]): boolean =>
  (words.includes('--') ? words.slice(0, words.indexOf('--')) : words).some(
    (word) => word === '--help' || word === '-h',
  );

/** The command somebody named, by one word or by two, and what is left of their words. */
const findCommand = (
  args: readonly string[],
): { readonly command: ListedCommand; readonly rest: readonly string[] } | undefined => {
  for (const words of [2, 1]) {
    const command = COMMANDS.find((entry) => entry.name === args.slice(0, words).join(' '));
    if (command === undefined) continue;
    const next = args[words];
    // a word after the name of a group is a command of it that there is not, and nothing for the group itself
    const isGroup = command.shortFor?.startsWith(`${command.name} `) === true;
    return isGroup && next !== undefined && !next.startsWith('-')
      ? undefined
      : { command, rest: args.slice(words) };
  }
  return undefined;
};

const unknownCommand = (args: readonly string[]): CallgateError => {
  const [first = '', second = ''] = args;
  const names = COMMANDS.map((entry) => entry.name);
  const below = names.filter((name) => name.startsWith(`${first} `));
  const written = below.length > 0 && !second.startsWith('-') ? `${first} ${second}`.trim() : first;
  const near =
    (second === '' && below.length === 1 ? below[0] : undefined) ??
    findNearestName(`${first} ${second}`, names) ??
    findNearestName(first, names) ??
    (below.length === 1 ? below[0] : undefined);
  return new CallgateError(
    'COMMAND_UNKNOWN',
    `there is no command \`${display(written)}\``,
    near === undefined ? {} : { help: `did you mean ${near}?` },
  );
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
      const { name: called, shortFor = called, description } = found.command;
      await (await found.command.load()).usage(shortFor, description);
    } else if (found !== undefined) {
      command = await found.command.load();
      await command.run(found.command.shortFor ?? found.command.name, found.rest);
    } else {
      write(rootUsage(VERSION, COMMANDS));
      if (name !== '' && name !== '--help' && name !== '-h') fail(unknownCommand(args));
    }
  } catch (error) {
    fail(error, command?.exitOnError);
  }
};
