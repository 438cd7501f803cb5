import { CallgateError } from '@callgate/core';
import type { ArgsDef } from 'citty';
import { homePaths } from '../home.ts';
import type { CommandEntry } from './command-entry.ts';
import { commandEntry } from './command-entry.ts';

const args = {
  config: {
    type: 'string',
    alias: 'c',
    description: 'The configuration; callgate.yaml here or in the folder of Callgate if absent',
  },
  stdio: {
    type: 'boolean',
    description: 'Serve standard input and output, and end with them; no HTTP unless --http',
  },
  http: { type: 'boolean', description: 'Serve HTTP as the configuration says' },
  console: {
    type: 'boolean',
    default: true,
    description: 'Serve the console, where people look and decide, as the configuration says',
  },
  port: { type: 'string', description: 'The port, whatever the configuration says' },
  store: {
    type: 'string',
    description:
      'A file, or postgres://user@host/database; CALLGATE_STORE, or what the configuration says if absent',
  },
  reload: { type: 'boolean', default: true, description: 'Take the configuration anew when it changes' },
} as const satisfies ArgsDef;

const portFrom = (written: string | undefined): number | undefined => {
  if (written === undefined) return undefined;
  const port = /^\d{1,5}$/.test(written) ? Number(written) : Number.NaN;
  if (port <= 65_535) return port;
  throw new CallgateError('OPTION_VALUE', '--port is a number from 0 to 65535');
};

/** `callgate up [-c callgate.yaml]` */
export const upCommand: CommandEntry = commandEntry(
  'up',
  'Serve many MCP servers as one, over HTTP and standard input and output',
  args,
  async ({ args: { config, stdio = false, http = !stdio, console: people, port, store, reload } }) => {
    const wanted = portFrom(port);
    if (!stdio && !http)
      throw new CallgateError('OPTION_VALUE', 'with --no-http and without --stdio nobody is served');
    const { upMany } = await import('../serve/up-many.ts');
    await upMany({
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
);
