import { isLoopbackHost } from '@callgate/http';
import type { ConsoleConfig, ConsoleOidc } from './gateway-config.ts';
import type { ConsoleEntry, OidcEntry } from './config-file-schema.ts';
import type { ConfigReader } from './config-reader.ts';

const bareHost = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');

/** Browsers keep a safe cookie only where the connection is encrypted, or stays on this machine. */
const isSecureUrl = (url: URL): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(bareHost(url.hostname)));

const SAFE_URL = 'a url that begins with https://, or http:// to this machine';

const readOidc = ({ secret, ...entry }: OidcEntry, reading: ConfigReader): ConsoleOidc => {
  const at = ['console', 'oidc'];
  const issuer = URL.parse(entry.issuer);
  if (issuer === null || !isSecureUrl(issuer) || issuer.search !== '' || issuer.hash !== '')
    reading.error([...at, 'issuer'], 'CONFIG_URL', `an issuer is ${SAFE_URL}`);
  if (secret !== undefined && (reading.env[secret.from] ?? '') === '')
    reading.error(
      [...at, 'secret', 'from'],
      'CONFIG_VARIABLE',
      `the variable \`${secret.from}\` is not set`,
      'set it where Callgate is started',
    );
  return {
    subjectClaim: 'sub',
    groupsClaim: 'groups',
    ...entry,
    ...(secret === undefined ? {} : { secretEnv: secret.from }),
  };
};

const checkUrl = (written: string, reading: ConfigReader): void => {
  const url = URL.parse(written);
  if (url === null || !isSecureUrl(url))
    reading.error(['console', 'url'], 'CONFIG_URL', `the console is reached by ${SAFE_URL}`);
  else if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '')
    reading.error(['console', 'url'], 'CONFIG_URL', 'the console has a host of its own, without a path');
};

export const readConsole = (
  entry: ConsoleEntry | false | undefined,
  usual: ConsoleConfig | null,
  reading: ConfigReader,
): ConsoleConfig | null => {
  if (entry === false || usual === null) return null;
  if (entry === undefined) return usual;
  const { oidc, ...place } = entry;
  const host = bareHost(place.host ?? usual.host);
  if (place.url !== undefined) checkUrl(place.url, reading);
  if (!isLoopbackHost(host) && place.url === undefined)
    reading.error(
      ['console', 'host'],
      'CONFIG_UNENCRYPTED',
      'other machines can connect, and the console is not served without encryption',
      'put something that speaks TLS before it, and say `url: https://…`',
    );
  return {
    ...usual,
    ...place,
    host,
    fixed: place.port !== undefined,
    oidc: oidc === undefined ? null : readOidc(oidc, reading),
  };
};
