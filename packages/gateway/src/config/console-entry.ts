import type { Path } from '@callgate/policy/yaml';
import { isLoopbackHost } from '@callgate/http';
import type { ConsoleConfig, ConsoleOidc } from './config.ts';
import type { ConsoleEntry, OidcEntry } from './file-schema.ts';
import type { Problems } from './problems.ts';
import type { Environment } from './values.ts';

const bareHost = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');

/** Browsers keep a safe cookie only where the connection is encrypted, or stays on this machine. */
const isSafe = (url: URL): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(bareHost(url.hostname)));

const SAFE_URL = 'a url that begins with https://, or http:// to this machine';

const readOidc = (entry: OidcEntry, at: Path, env: Environment, problems: Problems): ConsoleOidc => {
  const issuer = URL.parse(entry.issuer);
  if (issuer === null || !isSafe(issuer) || issuer.search !== '' || issuer.hash !== '')
    problems.error([...at, 'issuer'], 'CONFIG_URL', `an issuer is ${SAFE_URL}`);
  const secretEnv = entry.secret?.from;
  if (secretEnv !== undefined && (env[secretEnv] ?? '') === '')
    problems.error(
      [...at, 'secret', 'from'],
      'CONFIG_VARIABLE',
      `the variable \`${secretEnv}\` is not set`,
      'set it where Callgate is started',
    );
  return {
    issuer: entry.issuer,
    clientId: entry.clientId,
    ...(secretEnv === undefined ? {} : { secretEnv }),
    subjectClaim: entry.subjectClaim ?? 'sub',
    groupsClaim: entry.groupsClaim ?? 'groups',
    roles: entry.roles,
  };
};

const checkUrl = (written: string, problems: Problems): void => {
  const url = URL.parse(written);
  if (url === null || !isSafe(url))
    problems.error(['console', 'url'], 'CONFIG_URL', `the console is reached by ${SAFE_URL}`);
  else if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '')
    problems.error(['console', 'url'], 'CONFIG_URL', 'the console has a host of its own, without a path');
};

/** Where people look and decide, and who they are. */
export const readConsole = (
  entry: ConsoleEntry | false | undefined,
  usual: ConsoleConfig | null,
  env: Environment,
  problems: Problems,
): ConsoleConfig | null => {
  if (entry === false || usual === null) return null;
  if (entry === undefined) return usual;
  const { host = usual.host, port, url, roles = {}, oidc } = entry;
  if (url !== undefined) checkUrl(url, problems);
  if (!isLoopbackHost(bareHost(host)) && url === undefined)
    problems.error(
      ['console', 'host'],
      'CONFIG_UNENCRYPTED',
      'other machines can connect, and the console is not served without encryption',
      'put something that speaks TLS before it, and say `url: https://…`',
    );
  return {
    host: bareHost(host),
    port: port ?? usual.port,
    fixed: port !== undefined,
    ...(url === undefined ? {} : { url }),
    roles,
    oidc: oidc === undefined ? null : readOidc(oidc, ['console', 'oidc'], env, problems),
  };
};
