import { optionMessages } from '@callgate/messages/cli/options';
import { setUpMessages } from '@callgate/messages/cli/set-up';
import { homePaths } from '../home/home-paths.ts';
import { flagOption, textOption } from '../options/option.ts';
import { parsePort } from '../options/parse-port.ts';
import type { Commands } from './command.ts';
import { command } from './command.ts';

const { up: texts } = setUpMessages;

export const commands: Commands = {
  intercept: command(
    {
      config: textOption(optionMessages.configOrDefault, { alias: 'c' }),
      http: flagOption(texts.http),
      port: textOption(texts.port),
      store: textOption(texts.store),
    },
    async ({ config, http = false, port, store }) => {
      const { serveConfig } = await import('../serve/serve-config.ts');
      await serveConfig({
        config,
        stdio: !http,
        http,
        console: false,
        port: parsePort(port),
        consolePort: undefined,
        reload: true,
        store,
        shadow: undefined,
        home: homePaths(process.env),
        intercepts: true,
      });
    },
  ),
};
