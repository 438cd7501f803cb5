import type { Json, TrustLevel } from '@callgate/core';
import { CallgateError, isJsonObject, getOwn } from '@callgate/core';
import { loadConfig } from '@callgate/gateway/config';
import type { ServerConfig } from '@callgate/gateway/config';
import { formatProblem } from '@callgate/policy';
import { YamlFile } from '@callgate/policy/yaml';
import type { HomePaths } from '../home/home-paths.ts';
import type { ServerDraft } from './server-draft.ts';
import { buildTarget } from './server-draft.ts';
import type { FreeNames, ScanTargets } from './scan-target.ts';
import { NO_TARGETS } from './scan-target.ts';

const valueText = (entry: Json): string => {
  if (!isJsonObject(entry)) return String(entry);
  const [from, file, prefix] = ['from', 'file', 'prefix'].map((key) => getOwn(entry, key));
  const source = from === undefined ? `file:${String(file)}` : String(from);
  return `${typeof prefix === 'string' ? prefix : ''}\${${source}}`;
};

const valueTexts = (entries: Json | undefined): Record<string, string> => {
  if (Array.isArray(entries))
    return Object.fromEntries(entries.map((name) => [String(name), `\${${String(name)}}`]));
  if (entries === undefined || !isJsonObject(entries)) return {};
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, valueText(entry)]));
};

/** What is used although nothing was found that says so is shown all the same. */
const withOthers = (
  said: Readonly<Record<string, string>>,
  used: Readonly<Record<string, string>>,
): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(used).filter(([name, value]) => !Object.hasOwn(said, name) && process.env[name] !== value),
  ),
  ...said,
});

/** What the file says, with the names of variables and files where the configuration has their values. */
const toServerDraft = ({ server, reach }: ServerConfig, content: unknown): ServerDraft => {
  const servers = isJsonObject(content) ? getOwn(content, 'servers') : undefined;
  const entry = servers !== undefined && isJsonObject(servers) ? getOwn(servers, server) : undefined;
  const part = (key: string): Record<string, string> =>
    valueTexts(entry !== undefined && isJsonObject(entry) ? getOwn(entry, key) : undefined);
  return reach.kind === 'http'
    ? { ...reach, headers: withOthers(part('headers'), reach.headers) }
    : {
        kind: 'stdio',
        words: [reach.command, ...reach.args],
        env: withOthers(part('env'), reach.env),
        cwd: reach.cwd ?? process.cwd(),
      };
};

/** The servers of a configuration of Callgate. Nothing of it is in force because it is looked at. */
export const findConfigTargets = async (
  path: string,
  trust: TrustLevel | undefined,
  home: HomePaths,
  names: FreeNames,
): Promise<ScanTargets> => {
  const read = await loadConfig(path, { home: home.folder, env: process.env, isLookedAt: true });
  if (!read.ok) throw new CallgateError('CONFIG_INVALID', read.problems.map(formatProblem).join('\n'));
  const content = new YamlFile(path, read.text).content();
  const targets = read.config.servers
    .filter(({ enabled }) => enabled)
    .map((server) => {
      const config = { ...server, server: names.take(server.server), trust: trust ?? server.trust };
      return buildTarget(config, toServerDraft(server, content));
    });
  return { ...NO_TARGETS, targets };
};
