import { homedir } from 'node:os';
import { askToApprove } from '../show/ask-to-approve.ts';
import { CLIENT_NAMES } from '../init/clients.ts';
import { splitCommand } from '../init/build-own-command.ts';
import { runInit } from '../init/run-init.ts';
import { detectOwnCommand } from '../init/detect-own-command.ts';
import { now } from '../input/now.ts';
import { flagOption, textOption } from '../options/option.ts';
import { write } from '../show/style.ts';
import type { Commands } from './command.ts';
import { command } from './command.ts';

export const commands: Commands = {
  init: command(
    {
      client: textOption(`Only the files of one client: ${CLIENT_NAMES.join(', ')}`),
      file: textOption('Only this file; needs --as'),
      as: textOption('The client whose file --file is'),
      except: textOption('Names of servers to leave alone, separated by commas'),
      'callgate-command': textOption(
        'What to write as the command that starts Callgate, as "npx -y callgate"',
      ),
      undo: flagOption('Put everything back as it was'),
      yes: flagOption('Ask nobody, write'),
      'dry-run': flagOption('Only show what would change'),
      json: flagOption('The plan as JSON; written only with --yes'),
    },
    async (given) => {
      const { stdin, stdout } = process;
      const own = given['callgate-command'];
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
          own: own === undefined ? detectOwnCommand() : splitCommand(own),
          now: () => now().at,
          ...(stdin.isTTY && stdout.isTTY
            ? { ask: () => askToApprove({ input: stdin, output: stdout, word: undefined }) }
            : {}),
          out: write,
          err: (text) => void process.stderr.write(text),
        },
      );
    },
  ),
};
