import { isLoopbackHost } from '@callgate/http';
import { configErrors } from '@callgate/messages/errors/config';
import type { ConsoleConfig, ConsoleOidc } from './gateway-config.ts';
import type { ConsoleEntry, OidcEntry } from './config-file-schema.ts';
import type { ConfigReader } from './config-reader.ts';

const bareHost = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');

/** Browsers keep a safe cookie only where the connection is encrypted, or stays on this machine. */
const isSecureUrl = (url: URL): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(bareHost(url.hostname)));

const readOidc = ({ secret, ...entry }: OidcEntry, reading: ConfigReader): ConsoleOidc => {
  const at = ['console', 'oidc'];
  const issuer = URL.parse(entry.issuer);
  if (issuer === null || !isSecureUrl(issuer) || issuer.search !== '' || issuer.hash !== '')
    reading.error([...at, 'issuer'], configErrors.urls.member({ member: 'issuer' }));
  if (secret !== undefined && (reading.env[secret.from] ?? '') === '')
    reading.error([...at, 'secret', 'from'], configErrors.values.variableUnset({ name: secret.from }));
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
    reading.error(['console', 'url'], configErrors.urls.member({ member: 'url' }));
  else if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '')
    reading.error(['console', 'url'], configErrors.urls.consolePath());
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
    reading.error(['console', 'host'], configErrors.network.consoleUnencrypted());
  return {
    ...usual,
    ...place,
    host,
    fixed: place.port !== undefined,
    oidc: oidc === undefined ? null : readOidc(oidc, reading),
  };
};
