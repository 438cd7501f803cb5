import { CallgateError, display } from '@callgate/core';
import { nearest } from '@callgate/policy';
import type { CommandDef } from 'citty';
import type { CommandEntry } from './commands/command-entry.ts';
import { usageText } from './commands/command-entry.ts';
import { write } from './show/style.ts';

const VERSION = '0.1.0';

/** A command is loaded when somebody runs it: most have no use for a store. */
export interface ListedCommand {
  readonly name: string;
  readonly description: string;
  load(): Promise<CommandEntry>;
}

export const COMMANDS: readonly ListedCommand[] = [
  {
    name: 'run',
    description: 'Put a gate before one MCP server: callgate run [options] -- COMMAND…',
    load: async () => (await import('./commands/run.ts')).runCommand,
  },
  {
    name: 'up',
    description: 'Serve many MCP servers as one, over HTTP and standard input and output',
    load: async () => (await import('./commands/up.ts')).upCommand,
  },
  {
    name: 'lock',
    description: 'Write what is pinned and reviewed to callgate.lock.yaml',
    load: async () => (await import('./commands/lock.ts')).lockCommand,
  },
  {
    name: 'accept',
    description: 'Say that you have looked: at a file that was found, or at tools that changed',
    load: async () => (await import('./commands/accept.ts')).acceptCommand,
  },
  {
    name: 'init',
    description: "Put Callgate before the MCP servers in your clients' configurations",
    load: async () => (await import('./commands/init.ts')).initCommand,
  },
  {
    name: 'hook',
    description: "Take a host's hook event on standard input and print the host's answer",
    load: async () => (await import('./commands/hook.ts')).hookCommand,
  },
  {
    name: 'explain',
    description: 'What happens if this tool is called, and why',
    load: async () => (await import('./commands/explain.ts')).explainCommand,
  },
  {
    name: 'check',
    description: 'Validate and lint policy files',
    load: async () => (await import('./commands/check.ts')).checkCommand,
  },
  {
    name: 'replay',
    description: 'Decide every call of recorded sessions again',
    load: async () => (await import('./commands/replay.ts')).replayCommand,
  },
  {
    name: 'session show',
    description: 'One recorded session as a story: labels, origins, decisions',
    load: async () => (await import('./commands/session-show.ts')).sessionShowCommand,
  },
  {
    name: 'trace convert',
    description: 'Make traces of OpenTelemetry GenAI spans or chat transcripts',
    load: async () => (await import('./commands/trace-convert.ts')).traceConvertCommand,
  },
  {
    name: 'inbox',
    description: 'The calls that wait for people',
    load: async () => (await import('./commands/inbox.ts')).inboxCommand,
  },
  {
    name: 'approve',
    description: 'Show a call that waits, whole, and approve it',
    load: async () => (await import('./commands/approve.ts')).approveCommand,
  },
  {
    name: 'refuse',
    description: 'Say no to a call that waits; one no ends it',
    load: async () => (await import('./commands/refuse.ts')).refuseCommand,
  },
  {
    name: 'grants',
    description: 'What may be called without asking, how far each grant reaches, and who gave it',
    load: async () => (await import('./commands/grants.ts')).grantsCommand,
  },
  {
    name: 'grant revoke',
    description: 'Take a grant back',
    load: async () => (await import('./commands/grant-revoke.ts')).grantRevokeCommand,
  },
  {
    name: 'settle',
    description: 'Say what came of a call whose outcome nobody knows',
    load: async () => (await import('./commands/settle.ts')).settleCommand,
  },
  {
    name: 'declassify',
    description: 'Take one label from one context or store, by your name and for a reason',
    load: async () => (await import('./commands/declassify.ts')).declassifyCommand,
  },
  {
    name: 'status',
    description: 'Which gates run, what waits, what nobody knows, how people decide, alerts',
    load: async () => (await import('./commands/status.ts')).statusCommand,
  },
  {
    name: 'audit tail',
    description: 'The last rows of the record',
    load: async () => (await import('./commands/audit-tail.ts')).auditTailCommand,
  },
  {
    name: 'audit show',
    description: 'One row, or everything that is recorded of one call',
    load: async () => (await import('./commands/audit-show.ts')).auditShowCommand,
  },
  {
    name: 'audit verify',
    description: 'Derive the whole record anew and say which row is wrong',
    load: async () => (await import('./commands/audit-verify.ts')).auditVerifyCommand,
  },
  {
    name: 'audit export',
    description: 'All rows, for other programs',
    load: async () => (await import('./commands/audit-export.ts')).auditExportCommand,
  },
  {
    name: 'audit report',
    description: 'What was called, decided, approved and left unknown',
    load: async () => (await import('./commands/audit-report.ts')).auditReportCommand,
  },
  {
    name: 'demo',
    description: 'Show what Callgate decides about eight tools, and five calls through a gate',
    load: async () => (await import('./commands/demo.ts')).demoCommand,
  },
];

const root: CommandDef = {
  meta: {
    name: 'callgate',
    version: VERSION,
    description: 'Decides auto, confirm or block for every tool call',
  },
  subCommands: Object.fromEntries(
    COMMANDS.map(({ name, description }) => [name, { meta: { name, description } }]),
  ),
};

/** Their messages are whole: every line says where and what to do. */
const WITH_POSITIONS: ReadonlySet<string> = new Set(['POLICY_INVALID', 'CONFIG_INVALID', 'LOCK_INVALID']);

const fail = (error: unknown): void => {
  process.exitCode = 1;
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
    if (command !== undefined) return { command, rest: args.slice(words) };
  }
  return undefined;
};

const unknownCommand = (args: readonly string[]): CallgateError => {
  const [first = '', second = ''] = args;
  const names = COMMANDS.map((entry) => entry.name);
  const below = names.filter((name) => name.startsWith(`${first} `));
  const written = below.length > 0 && !second.startsWith('-') ? `${first} ${second}`.trim() : first;
  const near =
    nearest(`${first} ${second}`, names) ??
    nearest(first, names) ??
    (below.length === 1 ? below[0] : undefined);
  return new CallgateError(
    'COMMAND_UNKNOWN',
    `there is no command \`${display(written)}\``,
    near === undefined ? {} : { help: `did you mean ${near}?` },
  );
};

/** Runs the command line. Never throws: what goes wrong is told in words, with exit code 1. */
export const main = async (args: readonly string[]): Promise<void> => {
  // a reader that has seen enough closes the pipe; that is no error
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  const [name = ''] = args;
  const found = findCommand(args);
  try {
    if (name === '--version' || name === '-v') process.stdout.write(`${VERSION}\n`);
    else if (found !== undefined && asksForHelp(found.rest)) await (await found.command.load()).usage();
    else if (found !== undefined) await (await found.command.load()).run(found.rest);
    else {
      write(await usageText(root));
      if (name !== '' && name !== '--help' && name !== '-h') fail(unknownCommand(args));
    }
  } catch (error) {
    fail(error);
  }
};
