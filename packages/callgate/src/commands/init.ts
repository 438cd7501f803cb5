import { homedir } from 'node:os';
import { optionMessages } from '@callgate/messages/cli/options';
import { setUpMessages } from '@callgate/messages/cli/set-up';
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

const { init: texts } = setUpMessages;

export const commands: Commands = {
  init: command(
    {
      client: textOption(texts.client({ clients: CLIENT_NAMES })),
      file: textOption(texts.file),
      as: textOption(texts.as),
      except: textOption(texts.except),
      'callgate-command': textOption(optionMessages.callgateCommand),
      undo: flagOption(texts.undo),
      yes: flagOption(texts.yes),
      'dry-run': flagOption(texts.dryRun),
      json: flagOption(texts.json),
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
