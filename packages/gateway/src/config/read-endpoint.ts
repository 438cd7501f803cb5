import { resolve } from 'node:path';
import { configErrors } from '@callgate/messages/errors/config';
import type { YamlPath } from '@callgate/policy/yaml';
import type { ServerEndpoint } from './gateway-config.ts';
import { childEnv } from './child-env.ts';
import { isLoopback } from './defaults.ts';
import { isLikelySecret } from './is-likely-secret.ts';
import type { ConfigReader } from './config-reader.ts';

/** Said by the transport itself; a value from a file would contradict it. */
const OWN_HEADERS =
  /^(?:accept|connection|content-.*|cookie2?|host|keep-alive|mcp-.*|te|trailer|transfer-encoding|upgrade|last-event-id)$/i;

/** A url as it may stand in a file. Its text is not shown: it may hold what it should not. */
const readUrl = (
  text: string,
  at: YamlPath,
  reading: ConfigReader,
  secrets: 'refused' | 'warned',
): string | undefined => {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    reading.error(at, configErrors.urls.server());
    return undefined;
  }
  if (url.username !== '' || url.password !== '') {
    reading.error(at, configErrors.urls.password());
    return undefined;
  }
  if ([...url.searchParams].some(([name, value]) => isLikelySecret(name, value))) {
    reading[secrets === 'refused' ? 'error' : 'warn'](at, configErrors.values.secretQuery());
    if (secrets === 'refused') return undefined;
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    reading.warn(at, configErrors.urls.unencrypted());
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
    if (OWN_HEADERS.test(name)) reading.error([...below, name], configErrors.urls.header({ name }));
    else if (!/^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value))
      reading.error([...below, name], configErrors.urls.headerValue({ name }));
  return url === undefined ? undefined : { kind: 'http', url, headers };
};

/** Arguments are seen by everybody on the machine. */
const warnOfSecrets = (args: readonly string[], at: YamlPath, reading: ConfigReader): void => {
  for (const [index, arg] of args.entries()) {
    const [, option = '', written] = /^--?([^=]+)=(.*)$/s.exec(arg) ?? [];
    const before = /^--?([A-Za-z][\w-]*)$/.exec(args[index - 1] ?? '')?.[1];
    if (isLikelySecret(option === '' ? (before ?? '') : option, written ?? arg))
      reading.warn([...at, index], configErrors.values.secretArgument());
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
