import { CallgateError } from '@callgate/core';
import { optionMessages } from '@callgate/messages/cli/options';
import { setUpMessages } from '@callgate/messages/cli/set-up';
import { optionErrors } from '@callgate/messages/errors/option';
import { homePaths } from '../home/home-paths.ts';
import { flagOption, textOption } from '../options/option.ts';
import { parsePort } from '../options/parse-port.ts';
import type { Commands } from './command.ts';
import { command } from './command.ts';

const { up: texts } = setUpMessages;

export const commands: Commands = {
  up: command(
    {
      config: textOption(optionMessages.configOrDefault, { alias: 'c' }),
      stdio: flagOption(texts.stdio),
      http: flagOption(texts.http),
      console: { type: 'boolean', default: true, description: texts.console },
      port: textOption(texts.port),
      'console-port': textOption(texts.consolePort),
      store: textOption(texts.store),
      shadow: textOption(texts.shadow),
      reload: { type: 'boolean', default: true, description: texts.reload },
    },
    async ({
      config,
      stdio = false,
      http = !stdio,
      console: people,
      port,
      store,
      shadow,
      reload,
      ...rest
    }) => {
      const wanted = parsePort(port);
      const consolePort = parsePort(rest['console-port']);
      if (!stdio && !http) throw new CallgateError(optionErrors.nothingServed());
      const { serveConfig } = await import('../serve/serve-config.ts');
      await serveConfig({
        config,
        stdio,
        http,
        console: people,
        port: wanted,
        consolePort,
        reload,
        store,
        shadow: shadow?.split(','),
        home: homePaths(process.env),
      });
    },
  ),
};
