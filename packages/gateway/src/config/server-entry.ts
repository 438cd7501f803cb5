import { CallgateError } from '@callgate/core';
import type { Path } from '@callgate/policy/yaml';
import { parseAllowedHost } from './allowed-hosts.ts';
import { aliasProblem } from './alias.ts';
import type { Reach, ServerConfig } from './config.ts';
import { serverConfig } from './defaults.ts';
import type { ServerEntry } from './file-schema.ts';
import { readOverrides } from './override-entry.ts';
import { httpReach, stdioReach } from './reach.ts';
import type { Reading } from './reading.ts';
import { readValues } from './values.ts';

const wrong = (entry: ServerEntry): readonly [string, string] | undefined => {
  if (entry.command === undefined && entry.url === undefined)
    return ['', 'a server needs `command` or `url`'];
  if (entry.command !== undefined && entry.url !== undefined)
    return ['url', 'a server has `command` or `url`, not both'];
  const foreign = (['args', 'env', 'cwd'] as const).find((key) => entry[key] !== undefined);
  if (entry.url !== undefined && foreign !== undefined)
    return [foreign, `\`${foreign}\` is for servers with \`command\``];
  if (entry.command !== undefined && entry.headers !== undefined)
    return ['headers', '`headers` is for servers with `url`'];
  return undefined;
};

const readReach = (entry: ServerEntry, at: Path, reading: Reading): Reach | undefined => {
  const problem = wrong(entry);
  if (problem !== undefined) {
    reading.error(problem[0] === '' ? at : [...at, problem[0]], 'CONFIG_SERVER', problem[1]);
    return undefined;
  }
  const { command = '', args = [], env = [], cwd, url, headers = {} } = entry;
  if (url !== undefined)
    return httpReach(url, [at, 'url'], (below) => readValues(headers, below, reading), reading, 'refused');
  return stdioReach(command, args, { env: readValues(env, [...at, 'env'], reading), cwd }, at, reading);
};

const checkAllowed = (entries: readonly string[], at: Path, reading: Reading): void => {
  for (const [index, entry] of entries.entries())
    try {
      parseAllowedHost(entry);
    } catch (error) {
      if (!(error instanceof CallgateError)) throw error;
      reading.error([...at, index], 'CONFIG_HOST', error.message, error.help);
    }
};

const isHost = (entry: string): boolean => entry.includes('.') && !entry.includes('*');

/** One entry of `servers`; undefined where it is switched off, or something is wrong with it, which has been told then. */
export const readServer = (alias: string, entry: ServerEntry, reading: Reading): ServerConfig | undefined => {
  const at = ['servers', alias];
  const problem = aliasProblem(alias);
  if (problem !== undefined)
    reading.key('error', ['servers'], alias, {
      code: 'CONFIG_ALIAS',
      message: `a server cannot be called \`${alias}\``,
      help: problem,
    });
  const overrides = readOverrides(entry.overrides, [...at, 'overrides'], reading);
  // what is switched off may well lack its variables
  if (entry.enabled === false) return undefined;
  const reach = readReach(entry, at, reading);
  if (reach === undefined) return undefined;
  const { identities, internal = [], asks = [], allowPrivate = [], limits = {}, packs } = entry;
  checkAllowed(allowPrivate, [...at, 'allowPrivate'], reading);
  const usual = serverConfig(alias, reach);
  return {
    ...usual,
    era: entry.era ?? usual.era,
    trust: entry.trust ?? usual.trust,
    overrides,
    stores: entry.stores ?? usual.stores,
    internal: { domains: internal.filter(isHost), hosts: internal.filter((each) => !isHost(each)) },
    audience: {
      ...(identities === undefined ? {} : { identities }),
      ...(entry.internal === undefined ? {} : { internal }),
    },
    asks: {
      sampling: asks.includes('sampling'),
      elicitation: asks.includes('elicitation'),
      roots: asks.includes('roots'),
    },
    allowPrivate: [...usual.allowPrivate, ...allowPrivate],
    connectMs: limits.connect ?? usual.connectMs,
    messageBytes: limits.message ?? usual.messageBytes,
    neutralise: entry.neutralise ?? usual.neutralise,
    slowAsTasks: entry.slowAsTasks ?? usual.slowAsTasks,
    ...(packs === undefined ? {} : { packs }),
  };
};
