import { CallgateError } from '@callgate/core';
import { homePaths } from '../home/home-paths.ts';
import { flagOption, textOption } from '../options/option.ts';
import type { Commands } from './command.ts';
import { command } from './command.ts';

const portFrom = (written: string | undefined): number | undefined => {
  if (written === undefined) return undefined;
  const port = /^\d{1,5}$/.test(written) ? Number(written) : Number.NaN;
  if (port <= 65_535) return port;
  throw new CallgateError('OPTION_VALUE', '--port is a number from 0 to 65535');
};

export const commands: Commands = {
  up: command(
    {
      config: textOption('The configuration; callgate.yaml here or in the folder of Callgate if absent', {
        alias: 'c',
      }),
      stdio: flagOption('Serve standard input and output, and end with them; no HTTP unless --http'),
      http: flagOption('Serve HTTP as the configuration says'),
      console: {
        type: 'boolean',
        default: true,
        description: 'Serve the console, where people look and decide, as the configuration says',
      },
      port: textOption('The port, whatever the configuration says'),
      store: textOption(
        'A file, or postgres://user@host/database; CALLGATE_STORE, or what the configuration says if absent',
      ),
      reload: { type: 'boolean', default: true, description: 'Take the configuration anew when it changes' },
    },
    async ({ config, stdio = false, http = !stdio, console: people, port, store, reload }) => {
      const wanted = portFrom(port);
      if (!stdio && !http)
        throw new CallgateError('OPTION_VALUE', 'with --no-http and without --stdio nobody is served');
      const { serveConfig } = await import('../serve/serve-config.ts');
      await serveConfig({
        config,
        stdio,
        http,
        console: people,
        port: wanted,
        reload,
        store,
        home: homePaths(process.env),
      });
    },
  ),
};
