import type { Trust } from '@callgate/core';
import { CallgateError } from '@callgate/core';
import { loadConfig } from '@callgate/gateway/config';
import type { ServerConfig } from '@callgate/gateway/config';
import { formatProblem } from '@callgate/policy';
import type { HomePaths } from '../home.ts';
import type { FreeNames, Targets } from './target.ts';
import { NOTHING, plainAddress, withoutSecrets } from './target.ts';

export const wordsOf = ({ reach }: ServerConfig): readonly string[] =>
  reach.kind === 'stdio' ? [reach.command, ...reach.args] : [reach.url];

export const fromOf = (config: ServerConfig): string =>
  config.reach.kind === 'stdio' ? withoutSecrets(wordsOf(config)) : plainAddress(config.reach.url);

/** The servers of a configuration of Callgate. Nothing of it is in force because it is looked at. */
export const fromConfig = async (
  path: string,
  trust: Trust | undefined,
  home: HomePaths,
  names: FreeNames,
): Promise<Targets> => {
  const read = await loadConfig(path, { home: home.folder, env: process.env });
  if (!read.ok) throw new CallgateError('CONFIG_INVALID', read.problems.map(formatProblem).join('\n'));
  const targets = read.config.servers
    .filter(({ enabled }) => enabled)
    .map((server) => {
      const config = { ...server, server: names.take(server.server), trust: trust ?? server.trust };
      return { config, from: fromOf(config), exactly: wordsOf(config) };
    });
  return { ...NOTHING, targets };
};
