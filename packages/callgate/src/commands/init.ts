import { homedir } from 'node:os';
import type { ArgsDef } from 'citty';
import { askToApprove } from '../desk/prompt.ts';
import { CLIENT_NAMES } from '../init/clients.ts';
import { splitCommand } from '../init/own-command.ts';
import { runInit } from '../init/run-init.ts';
import { startedBy } from '../init/started-by.ts';
import { now } from '../now.ts';
import { write } from '../show/style.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry } from './command-entry.ts';

const args = {
  client: { type: 'string', description: `Only the files of one client: ${CLIENT_NAMES.join(', ')}` },
  file: { type: 'string', description: 'Only this file; needs --as' },
  as: { type: 'string', description: 'The client whose file --file is' },
  except: { type: 'string', description: 'Names of servers to leave alone, separated by commas' },
  'callgate-command': {
    type: 'string',
    description: 'What to write as the command that starts Callgate, as "npx -y callgate"',
  },
  undo: { type: 'boolean', description: 'Put everything back as it was' },
  yes: { type: 'boolean', description: 'Ask nobody, write' },
  'dry-run': { type: 'boolean', description: 'Only show what would change' },
  json: { type: 'boolean', description: 'The plan as JSON; written only with --yes' },
} as const satisfies ArgsDef;

/** `callgate init` */
export const initCommand: CommandEntry = commandEntry(
  'init',
  "Put Callgate before the MCP servers in your clients' configurations",
  args,
  async ({ args: given }) => {
    const { stdin, stdout } = process;
    const command = given['callgate-command'];
    process.exitCode = await runInit(
      {
        client: given.client,
        file: given.file,
        as: given.as,
        except: given.except,
        undo: given.undo ?? false,
        yes: given.yes ?? false,
        dryRun: given['dry-run'] ?? false,
        json: given.json ?? false,
      },
      {
        machine: { platform: process.platform, home: homedir(), cwd: process.cwd(), env: process.env },
        own: command === undefined ? startedBy() : splitCommand(command),
        now: () => now().at,
        ...(stdin.isTTY && stdout.isTTY
          ? { ask: () => askToApprove({ input: stdin, output: stdout, word: undefined }) }
          : {}),
        out: write,
        err: (text) => void process.stderr.write(text),
      },
    );
  },
);
