import { resolve } from 'node:path';
import type { YamlPath } from '@callgate/policy/yaml';
import type { ServerEndpoint } from './gateway-config.ts';
import { childEnv } from './child-env.ts';
import { isLoopback } from './defaults.ts';
import { isLikelySecret } from './is-likely-secret.ts';
import type { ConfigReader } from './config-reader.ts';

/** Said by the transport itself; a value from a file would contradict it. */
const OWN_HEADERS =
  /^(?:accept|connection|content-.*|cookie2?|host|keep-alive|mcp-.*|te|trailer|transfer-encoding|upgrade|last-event-id)$/i;

const IN_HEADER = 'send it in a header, from the environment';

/** A url as it may stand in a file. Its text is not shown: it may hold what it should not. */
const readUrl = (
  text: string,
  at: YamlPath,
  reading: ConfigReader,
  secrets: 'refused' | 'warned',
): string | undefined => {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    reading.error(at, 'CONFIG_URL', 'not a url that begins with https:// or http://');
    return undefined;
  }
  if (url.username !== '' || url.password !== '') {
    reading.error(at, 'CONFIG_URL', 'the url has a password in it', IN_HEADER);
    return undefined;
  }
  if ([...url.searchParams].some(([name, value]) => isLikelySecret(name, value))) {
    const message = 'the query of the url looks like it holds a secret';
    reading[secrets === 'refused' ? 'error' : 'warn'](at, 'CONFIG_SECRET', message, IN_HEADER);
    if (secrets === 'refused') return undefined;
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    reading.warn(at, 'CONFIG_UNENCRYPTED', 'this server is reached without encryption', 'use https');
  return url.href;
};

/** A server at an address. Headers are without those that the transport writes itself, and without values that would end one. */
export const readHttpEndpoint = (
  written: string,
  [at, key]: readonly [YamlPath, string],
  readHeaders: (at: YamlPath) => Record<string, string>,
  reading: ConfigReader,
  secrets: 'refused' | 'warned',
): ServerEndpoint | undefined => {
  const url = readUrl(written, [...at, key], reading, secrets);
  const below = [...at, 'headers'];
  const headers = readHeaders(below);
  for (const [name, value] of Object.entries(headers))
    if (OWN_HEADERS.test(name))
      reading.error([...below, name], 'CONFIG_HEADER', `the header \`${name}\` is not yours to set`);
    else if (!/^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value))
      reading.error([...below, name], 'CONFIG_HEADER', `the value of \`${name}\` cannot stand in a header`);
  return url === undefined ? undefined : { kind: 'http', url, headers };
};

/** Arguments are seen by everybody on the machine. */
const warnOfSecrets = (args: readonly string[], at: YamlPath, reading: ConfigReader): void => {
  for (const [index, arg] of args.entries()) {
    const [, option = '', written] = /^--?([^=]+)=(.*)$/s.exec(arg) ?? [];
    const before = /^--?([A-Za-z][\w-]*)$/.exec(args[index - 1] ?? '')?.[1];
    if (isLikelySecret(option === '' ? (before ?? '') : option, written ?? arg))
      reading.warn(
        [...at, index],
        'CONFIG_SECRET',
        'this argument looks like a secret; everybody on this machine can see it',
        'pass it in `env` if the server can take it there',
      );
  }
};

/** A server that is started. A program in a folder is named from the configuration, one without a folder is looked for by the system. */
export const readStdioEndpoint = (
  command: string,
  args: readonly string[],
  { env, cwd }: { readonly env: Readonly<Record<string, string>>; readonly cwd: string | undefined },
  at: YamlPath,
  reading: ConfigReader,
): ServerEndpoint => {
  warnOfSecrets(args, [...at, 'args'], reading);
  return {
    kind: 'stdio',
    command: /^\.{1,2}[\\/]/.test(command) ? resolve(reading.folder, command) : command,
    args,
    env: childEnv(env, reading.env),
    cwd: resolve(reading.folder, cwd ?? '.'),
  };
};
