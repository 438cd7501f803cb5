import { homedir } from 'node:os';
import { optionMessages } from '@callgate/messages/cli/options';
import { setUpMessages } from '@callgate/messages/cli/set-up';
import { initMessages } from '@callgate/messages/cli/init';
import { CLIENT_NAMES } from '../init/clients.ts';
import { splitCommand } from '../init/build-own-command.ts';
import { runInit } from '../init/run-init.ts';
import { detectOwnCommand } from '../init/detect-own-command.ts';
import { homePaths } from '../home/home-paths.ts';
import { now } from '../input/now.ts';
import { flagOption, textOption } from '../options/option.ts';
import { parseContractOption } from '../options/reach-options.ts';
import { Prompter } from '../review/prompter.ts';
import { isYes } from '../show/ask-to-approve.ts';
import { write } from '../show/style.ts';
import type { Commands } from './command.ts';
import { command } from './command.ts';

const { init: texts } = setUpMessages;

const prompt = async (question: string): Promise<string | null> => {
  const prompter = new Prompter({ input: process.stdin, output: process.stdout });
  try {
    return await prompter.ask(question);
  } finally {
    prompter.close();
  }
};

/** Enter goes on: the person asked for it and can undo it. A closed terminal is a no. */
const ask = async (lines: string): Promise<boolean> => {
  for (;;) {
    const answer = await prompt(initMessages.go);
    if (answer === null || /^no?$/i.test(answer)) return false;
    if (answer === '' || isYes(answer)) return true;
    write(/^l(?:ines)?$/i.test(answer) ? `${lines}\n` : initMessages.keys({ keys: ['y', 'n', 'l'] }));
  }
};

const canSandbox = async (): Promise<boolean> => {
  const { chooseSandbox } = await import('@callgate/contract/sandbox');
  return (await chooseSandbox()).backend.level === 'enforced';
};

const review = async (alias: string): Promise<void> => {
  const { reviewServer } = await import('../review/run-review.ts');
  await reviewServer(alias, homePaths(process.env));
};

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
      start: { type: 'boolean', default: true, description: texts.start },
      background: { type: 'boolean', default: true, description: texts.background },
      hooks: { type: 'boolean', default: true, description: texts.hooks },
      contract: textOption(texts.contract, { valueHint: 'prefer|require|off' }),
      json: flagOption(texts.json),
    },
    async (given) => {
      const { stdin, stdout } = process;
      const own = given['callgate-command'];
      const isTerminal = stdin.isTTY && stdout.isTTY;
      const machine = { platform: process.platform, home: homedir(), cwd: process.cwd(), env: process.env };
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
          noStart: !given.start,
          noBackground: !given.background,
          noHooks: !given.hooks,
          contract: given.contract === undefined ? undefined : parseContractOption(given.contract),
        },
        {
          machine,
          own: own === undefined ? detectOwnCommand() : splitCommand(own),
          now: () => now().at,
          ...(isTerminal ? { ask } : {}),
          converse: async (...plans) => {
            const { createConversation } = await import('../survey/create-conversation.ts');
            const converse = createConversation({
              machine,
              home: homePaths(process.env),
              now: () => now().at,
              ...(isTerminal ? { prompt, review, canSandbox } : {}),
              out: write,
            });
            return await converse(...plans);
          },
          out: write,
          err: (text) => void process.stderr.write(text),
        },
      );
    },
  ),
};
