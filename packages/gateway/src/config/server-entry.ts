import { resolve } from 'node:path';
import { CallgateError } from '@callgate/core';
import type { Path } from '@callgate/policy/yaml';
import { aliasProblem } from '../disclose/names.ts';
import { parseAllowedHost } from '../dispatch/allowed-hosts.ts';
import { childEnv } from '../dispatch/child-env.ts';
import type { Reach } from '../dispatch/upstream.ts';
import type { PackRule, ServerConfig } from './config.ts';
import { serverConfig } from './defaults.ts';
import { readDuration, readSize } from './duration.ts';
import type { ServerEntry } from './file-schema.ts';
import { looksSecret } from './looks-secret.ts';
import { readOverrides } from './override-entry.ts';
import type { Problems } from './problems.ts';
import { checkHeaders, readUrl } from './reach-url.ts';
import type { ReadingPlace } from './values.ts';
import { readValues, readVariables } from './values.ts';

/** Arguments are seen by everybody on the machine. */
export const warnOfSecrets = (args: readonly string[], at: Path, problems: Problems): void => {
  for (const [index, arg] of args.entries()) {
    const [, option = '', written] = /^--?([^=]+)=(.*)$/s.exec(arg) ?? [];
    const before = /^--?([A-Za-z][\w-]*)$/.exec(args[index - 1] ?? '')?.[1];
    if (looksSecret(option === '' ? (before ?? '') : option, written ?? arg))
      problems.warn(
        [...at, index],
        'CONFIG_SECRET',
        'this argument looks like a secret; everybody on this machine can see it',
        'pass it in `env` if the server can take it there',
      );
  }
};

/** A program in a folder is named from the configuration, one without a folder is looked for by the system. */
export const commandFrom = (folder: string, command: string): string =>
  /^\.{1,2}[\\/]/.test(command) ? resolve(folder, command) : command;

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

const readReach = (
  entry: ServerEntry,
  at: Path,
  place: ReadingPlace,
  problems: Problems,
): Reach | undefined => {
  const problem = wrong(entry);
  if (problem !== undefined) {
    problems.error(problem[0] === '' ? at : [...at, problem[0]], 'CONFIG_SERVER', problem[1]);
    return undefined;
  }
  if (entry.url !== undefined) {
    const url = readUrl(entry.url, [...at, 'url'], problems, 'refused');
    const headers = readValues(entry.headers ?? {}, [...at, 'headers'], place, problems);
    checkHeaders(headers, [...at, 'headers'], problems);
    return url === undefined ? undefined : { kind: 'http', url, headers };
  }
  const { command = '', args = [], env = [] } = entry;
  warnOfSecrets(args, [...at, 'args'], problems);
  return {
    kind: 'stdio',
    command: commandFrom(place.folder, command),
    args,
    env: childEnv(
      Array.isArray(env)
        ? readVariables(env, [...at, 'env'], place, problems)
        : readValues(env, [...at, 'env'], place, problems),
      place.env,
    ),
    cwd: resolve(place.folder, entry.cwd ?? '.'),
  };
};

const checkAllowed = (entries: readonly string[], at: Path, problems: Problems): void => {
  for (const [index, entry] of entries.entries())
    try {
      parseAllowedHost(entry);
    } catch (error) {
      if (!(error instanceof CallgateError)) throw error;
      problems.error([...at, index], 'CONFIG_HOST', error.message, error.help);
    }
};

const readPackRule = (written: NonNullable<ServerEntry['packs']>[number]): PackRule =>
  typeof written === 'string'
    ? { use: written, except: [] }
    : { use: written.use, except: written.except ?? [] };

const isHost = (entry: string): boolean => entry.includes('.') && !entry.includes('*');

/** One entry of `servers`; undefined where it is switched off, or something is wrong with it, which has been told then. */
export const readServer = (
  alias: string,
  entry: ServerEntry,
  place: ReadingPlace,
  problems: Problems,
): ServerConfig | undefined => {
  const at = ['servers', alias];
  const problem = aliasProblem(alias);
  if (problem !== undefined)
    problems.key('error', ['servers'], alias, {
      code: 'CONFIG_ALIAS',
      message: `a server cannot be called \`${alias}\``,
      help: problem,
    });
  const overrides = readOverrides(entry.overrides, [...at, 'overrides'], problems);
  // what is switched off may well lack its variables
  if (entry.enabled === false) return undefined;
  const reach = readReach(entry, at, place, problems);
  if (reach === undefined) return undefined;
  checkAllowed(entry.allowPrivate ?? [], [...at, 'allowPrivate'], problems);
  const usual = serverConfig(alias, reach);
  const { identities, internal, asks = [], limits = {} } = entry;
  return {
    ...usual,
    era: entry.era ?? usual.era,
    trust: entry.trust ?? usual.trust,
    overrides,
    stores: entry.stores ?? usual.stores,
    internal: {
      domains: (internal ?? []).filter(isHost),
      hosts: (internal ?? []).filter((each) => !isHost(each)),
    },
    audience: {
      ...(identities === undefined ? {} : { identities }),
      ...(internal === undefined ? {} : { internal }),
    },
    asks: {
      sampling: asks.includes('sampling'),
      elicitation: asks.includes('elicitation'),
      roots: asks.includes('roots'),
    },
    allowPrivate: [...usual.allowPrivate, ...(entry.allowPrivate ?? [])],
    connectMs: readDuration(limits.connect ?? '') ?? usual.connectMs,
    messageBytes: readSize(limits.message ?? '') ?? usual.messageBytes,
    neutralise: entry.neutralise ?? usual.neutralise,
    slowAsTasks: entry.slowAsTasks ?? usual.slowAsTasks,
    ...(entry.packs === undefined ? {} : { packs: entry.packs.map(readPackRule) }),
  };
};
