import { CallgateError, display } from '@callgate/core';
import { nearest } from '@callgate/policy';
import type { CommandEntry } from './commands/command-entry.ts';
import { rootUsage } from './show/root-usage.ts';
import { write } from './show/style.ts';

const VERSION = '0.1.0';

/** A command is loaded when somebody runs it: most have no use for a store. */
export interface ListedCommand {
  readonly name: string;
  readonly description: string;
  /** Another name of the same command. */
  readonly shortFor?: string;
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
    name: 'console',
    description: 'Sign in to the console that runs, or serve one where none does',
    load: async () => (await import('./commands/console.ts')).consoleCommand,
  },
  {
    name: 'store copy',
    description: 'Copy a store with its whole record to another file or database, verified before and after',
    load: async () => (await import('./commands/store-copy.ts')).storeCopyCommand,
  },
  {
    name: 'store accept',
    description: 'Accept that rows of the record are gone: whatever waits is void, and the record says why',
    load: async () => (await import('./commands/store-accept.ts')).storeAcceptCommand,
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
    name: 'tools',
    shortFor: 'tools list',
    description: 'Every tool that was seen on this machine: what is believed of it and what would happen',
    load: async () => (await import('./commands/tools.ts')).toolsCommand,
  },
  {
    name: 'tools list',
    description: 'Every tool that was seen on this machine: what is believed of it and what would happen',
    load: async () => (await import('./commands/tools.ts')).toolsCommand,
  },
  {
    name: 'tools show',
    description:
      'One tool: claims, beliefs, drift, what was said of it, what happens if it is called and why',
    load: async () => (await import('./commands/tools-show.ts')).toolsShowCommand,
  },
  {
    name: 'tools enable',
    description: 'Let agents see and call a tool again; agents are asked about first',
    load: async () => (await import('./commands/tools-use.ts')).toolsEnableCommand,
  },
  {
    name: 'tools disable',
    description: 'Hide a tool from agents: what cannot be seen cannot be called',
    load: async () => (await import('./commands/tools-use.ts')).toolsDisableCommand,
  },
  {
    name: 'tools override',
    description:
      'Say what is so, whatever the server claims; what lowers care counts for the definition as it is now',
    load: async () => (await import('./commands/tools-say.ts')).toolsOverrideCommand,
  },
  {
    name: 'tools review',
    description: 'Look at a definition, whole, and say what it is; it counts for exactly this one',
    load: async () => (await import('./commands/tools-say.ts')).toolsReviewCommand,
  },
  {
    name: 'tools accept',
    description: 'Look at what changed of a tool, and take it for what it is pinned to',
    load: async () => (await import('./commands/tools-drift.ts')).toolsAcceptCommand,
  },
  {
    name: 'tools keep-out',
    description: 'Hide a tool from agents as long as it is defined as it is now',
    load: async () => (await import('./commands/tools-drift.ts')).toolsKeepOutCommand,
  },
  {
    name: 'scan',
    description:
      'Look at everything servers list, without calling anything: callgate scan [options] [-- COMMAND…]',
    load: async () => (await import('./commands/scan.ts')).scanCommand,
  },
  {
    name: 'lint',
    description:
      'What the author of a server should say better about its tools: callgate lint [FILE…] [-- COMMAND…]',
    load: async () => (await import('./commands/lint.ts')).lintCommand,
  },
  {
    name: 'review',
    description:
      'Walk through tools that are new, changed or doubtful, loosened ones first, with suggestions filled in',
    load: async () => (await import('./commands/review.ts')).reviewCommand,
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
    name: 'manifest check',
    description: 'Validate disclosure manifests; exit code 1 where one cannot be used',
    load: async () => (await import('./commands/manifest-check.ts')).manifestCheckCommand,
  },
  {
    name: 'manifest convert',
    description: 'Make a manifest of tools, or tools of a manifest, and say what is lost',
    load: async () => (await import('./commands/manifest-convert.ts')).manifestConvertCommand,
  },
  {
    name: 'policy',
    shortFor: 'policy show',
    description: 'The policy in force: its layers, every rule, and who activated it',
    load: async () => (await import('./commands/policy-show.ts')).policyShowCommand,
  },
  {
    name: 'policy show',
    description: 'The policy in force: its layers, every rule, and who activated it',
    load: async () => (await import('./commands/policy-show.ts')).policyShowCommand,
  },
  {
    name: 'policy try',
    description: 'What the policy in force says to a call, and why; nothing is called',
    load: async () => (await import('./commands/policy-try.ts')).policyTryCommand,
  },
  {
    name: 'policy compare',
    description:
      'How the last recorded calls would fare under another policy; exit code 2 where some would be asked less about',
    load: async () => (await import('./commands/policy-compare.ts')).policyCompareCommand,
  },
  {
    name: 'policy activate',
    description:
      'Compare another policy with the last recorded calls, and put it in force in place of the configuration’s',
    load: async () => (await import('./commands/policy-activate.ts')).policyActivateCommand,
  },
  {
    name: 'policy restore',
    description: 'Go back to the policy that the configuration names',
    load: async () => (await import('./commands/policy-restore.ts')).policyRestoreCommand,
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
    name: 'approvals',
    shortFor: 'approvals list',
    description: 'The calls that wait for people, most urgent first',
    load: async () => (await import('./commands/approvals-list.ts')).approvalsListCommand,
  },
  {
    name: 'approvals list',
    description: 'The calls that wait for people, most urgent first',
    load: async () => (await import('./commands/approvals-list.ts')).approvalsListCommand,
  },
  {
    name: 'approvals show',
    description:
      'One call that people are or were asked about, whole, with the votes so far; decides nothing',
    load: async () => (await import('./commands/approvals-show.ts')).approvalsShowCommand,
  },
  {
    name: 'approvals approve',
    description: 'Show a call that waits, whole, and approve it',
    load: async () => (await import('./commands/approvals-approve.ts')).approvalsApproveCommand,
  },
  {
    name: 'approvals refuse',
    description: 'Say no to calls that wait; one no ends a call',
    load: async () => (await import('./commands/approvals-refuse.ts')).approvalsRefuseCommand,
  },
  {
    name: 'approvals watch',
    description:
      'The inbox on the whole terminal: look, approve, refuse; plain lines where there is no terminal',
    load: async () => (await import('./commands/approvals-watch.ts')).approvalsWatchCommand,
  },
  {
    name: 'inbox',
    shortFor: 'approvals list',
    description: 'The calls that wait for people, most urgent first',
    load: async () => (await import('./commands/approvals-list.ts')).approvalsListCommand,
  },
  {
    name: 'approve',
    shortFor: 'approvals approve',
    description: 'Show a call that waits, whole, and approve it',
    load: async () => (await import('./commands/approvals-approve.ts')).approvalsApproveCommand,
  },
  {
    name: 'refuse',
    shortFor: 'approvals refuse',
    description: 'Say no to calls that wait; one no ends a call',
    load: async () => (await import('./commands/approvals-refuse.ts')).approvalsRefuseCommand,
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
    name: 'sessions',
    shortFor: 'sessions list',
    description: 'The sessions that calls were made in, newest first, with what they have touched',
    load: async () => (await import('./commands/sessions-list.ts')).sessionsListCommand,
  },
  {
    name: 'sessions list',
    description: 'The sessions that calls were made in, newest first, with what they have touched',
    load: async () => (await import('./commands/sessions-list.ts')).sessionsListCommand,
  },
  {
    name: 'sessions show',
    description: 'One session that calls were made in, as a timeline: calls, labels, where values came from',
    load: async () => (await import('./commands/sessions-show.ts')).sessionsShowCommand,
  },
  {
    name: 'status',
    description:
      'Which gates, servers and consoles run, what waits, what nobody knows, how people decide, alerts',
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
    name: 'audit search',
    description: 'Calls by state, outcome, server, tool, principal, session, text and time, newest first',
    load: async () => (await import('./commands/audit-search.ts')).auditSearchCommand,
  },
  {
    name: 'audit verify',
    description: 'Derive the whole record anew and say which row is wrong',
    load: async () => (await import('./commands/audit-verify.ts')).auditVerifyCommand,
  },
  {
    name: 'audit proof',
    description: 'Proof that one row is in the record that was signed, to be given to others',
    load: async () => (await import('./commands/audit-proof.ts')).auditProofCommand,
  },
  {
    name: 'audit check-proof',
    description: 'Check the proof of one row, without the record it is from',
    load: async () => (await import('./commands/audit-check-proof.ts')).auditCheckProofCommand,
  },
  {
    name: 'audit export',
    description: 'All rows, those of a time, or those of the calls somebody looks for, for other programs',
    load: async () => (await import('./commands/audit-export.ts')).auditExportCommand,
  },
  {
    name: 'audit report',
    description: 'What was called, decided, approved and left unknown',
    load: async () => (await import('./commands/audit-report.ts')).auditReportCommand,
  },
  {
    name: 'new server',
    description: 'Write a small MCP server that declares all it does, with a manifest and tests',
    load: async () => (await import('./commands/new-server.ts')).newServerCommand,
  },
  {
    name: 'completion',
    description: 'A script that completes callgate in bash, zsh or fish',
    load: async () => (await import('./commands/completion.ts')).completionCommand,
  },
  {
    name: 'demo',
    description:
      'Play an agent through stories in front of a real gateway, with a console to look and decide in',
    load: async () => (await import('./commands/demo.ts')).demoCommand,
  },
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
    nearest(`${first} ${second}`, names) ??
    nearest(first, names) ??
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
  let entry: CommandEntry | undefined;
  try {
    if (name === '--version' || name === '-v') process.stdout.write(`${VERSION}\n`);
    else if (found !== undefined && asksForHelp(found.rest)) await (await found.command.load()).usage();
    else if (found !== undefined) {
      entry = await found.command.load();
      await entry.run(found.rest);
    } else {
      write(rootUsage(VERSION, COMMANDS));
      if (name !== '' && name !== '--help' && name !== '-h') fail(unknownCommand(args));
    }
  } catch (error) {
    fail(error, entry?.exitOnError);
  }
};
