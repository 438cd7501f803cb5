import { CallgateError } from '@callgate/core';
import { everydayMessages } from '@callgate/messages/cli/everyday';
import { optionErrors } from '@callgate/messages/errors/option';
import { homePaths } from '../home/home-paths.ts';
import { flagOption, textOption } from '../options/option.ts';
import type { Commands } from './command.ts';
import { command } from './command.ts';

const { console: texts } = everydayMessages;

export const commands: Commands = {
  console: command(
    {
      link: flagOption(texts.link),
      as: textOption(texts.as),
      open: flagOption(texts.open),
      config: textOption(texts.config, { alias: 'c' }),
    },
    async ({ link = false, as = 'local', open, config }) => {
      if (as === '') throw new CallgateError(optionErrors.nameEmpty());
      const { showConsole } = await import('../console/show-console.ts');
      await showConsole({
        onlyLink: link,
        subject: as,
        open: open ?? (!link && process.stdout.isTTY),
        config,
        home: homePaths(process.env),
      });
    },
  ),
};
