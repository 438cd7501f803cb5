import { CallgateError, display } from '@callgate/core';
import { nearest } from '@callgate/policy';
import type { CommandDef } from 'citty';
import type { CommandEntry } from './commands/command-entry.ts';
import { usageText } from './commands/command-entry.ts';
import { checkCommand } from './commands/check.ts';
import { demoCommand } from './commands/demo.ts';
import { explainCommand } from './commands/explain.ts';
import { replayCommand } from './commands/replay.ts';
import { sessionShowCommand } from './commands/session-show.ts';
import { traceConvertCommand } from './commands/trace-convert.ts';
import { approveCommand } from './commands/approve.ts';
import { auditExportCommand } from './commands/audit-export.ts';
import { auditReportCommand } from './commands/audit-report.ts';
import { auditShowCommand } from './commands/audit-show.ts';
import { auditTailCommand } from './commands/audit-tail.ts';
import { auditVerifyCommand } from './commands/audit-verify.ts';
import { declassifyCommand } from './commands/declassify.ts';
import { grantRevokeCommand } from './commands/grant-revoke.ts';
import { grantsCommand } from './commands/grants.ts';
import { inboxCommand } from './commands/inbox.ts';
import { refuseCommand } from './commands/refuse.ts';
import { settleCommand } from './commands/settle.ts';
import { statusCommand } from './commands/status.ts';
import { write } from './show/style.ts';

const VERSION = '0.1.0';

const COMMANDS: readonly CommandEntry[] = [
  explainCommand,
  checkCommand,
  replayCommand,
  sessionShowCommand,
  traceConvertCommand,
  inboxCommand,
  approveCommand,
  refuseCommand,
  grantsCommand,
  grantRevokeCommand,
  settleCommand,
  declassifyCommand,
  statusCommand,
  auditTailCommand,
  auditShowCommand,
  auditVerifyCommand,
  auditExportCommand,
  auditReportCommand,
  demoCommand,
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

const fail = (error: unknown): void => {
  process.exitCode = 1;
  if (error instanceof CallgateError) {
    const help = error.help === undefined ? '' : `\n  help: ${error.help}`;
    process.stderr.write(
      error.code === 'POLICY_INVALID'
        ? `${error.message}\n`
        : `error[${error.code}]: ${error.message}${help}\n`,
    );
  } else process.stderr.write(`error: ${display(error instanceof Error ? error.message : String(error))}\n`);
};

/** The command somebody named, by one word or by two, and what is left of their words. */
const findCommand = (
  args: readonly string[],
): { readonly command: CommandEntry; readonly rest: readonly string[] } | undefined => {
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
    else if (found !== undefined && found.rest.some((arg) => arg === '--help' || arg === '-h'))
      await found.command.usage();
    else if (found !== undefined) await found.command.run(found.rest);
    else {
      write(await usageText(root));
      if (name !== '' && name !== '--help' && name !== '-h') fail(unknownCommand(args));
    }
  } catch (error) {
    fail(error);
  }
};
