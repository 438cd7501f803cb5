import { resolve } from 'node:path';
import { display } from '@callgate/core';
import { configErrors } from '@callgate/messages/errors/config';
import type { YamlPath } from '@callgate/policy/yaml';
import { isSafeUrl } from '../identity/ask-provider.ts';
import type { AuthConfig, ConsoleOidc, GatewayConfig, OAuthConfig } from './gateway-config.ts';
import { isLoopback } from './defaults.ts';
import type { HttpEntry, OAuthEntry } from './config-file-schema.ts';
import type { ConfigReader } from './config-reader.ts';

const AT: YamlPath = ['http', 'auth', 'oauth'];

const checkUrl = (member: string, written: string, bare: boolean, reading: ConfigReader): boolean => {
  const url = URL.parse(written);
  const good =
    url !== null && isSafeUrl(url) && url.username === '' && url.password === '' && url.hash === '';
  if (good && !(bare && url.search !== '')) return true;
  reading.error([...AT, member], configErrors.urls.member({ member }));
  return false;
};

/** Clients name a resource in its canonical form; tokens for another spelling would be for another resource. */
const checkResource = (written: string, reading: ConfigReader): void => {
  const { pathname, origin, href } = new URL(written);
  const canonical = pathname === '/' ? origin : href;
  if (written !== canonical && written !== href)
    reading.error([...AT, 'resource'], configErrors.urls.resource({ canonical }));
};

/** A resource that is only a host is written with a slash at its end by some. */
const audiencesOf = (resource: string): readonly string[] => {
  const url = URL.parse(resource);
  return url?.pathname === '/' ? [url.origin, `${url.origin}/`] : [resource];
};

const readOAuth = ({ audience, maxAge, ...entry }: OAuthEntry, reading: ConfigReader): OAuthConfig => {
  const { issuer, resource, jwks } = entry;
  checkUrl('issuer', issuer, true, reading);
  if (checkUrl('resource', resource, true, reading)) checkResource(resource, reading);
  if (jwks !== undefined) checkUrl('jwks', jwks, false, reading);
  return {
    kind: 'oauth',
    audiences: audience === undefined ? audiencesOf(resource) : [audience],
    notFor: [],
    scopes: [],
    subjectClaim: 'sub',
    groupsClaim: 'groups',
    rolesClaim: 'roles',
    ...entry,
    ...(maxAge === undefined ? {} : { maxAgeMs: maxAge }),
  };
};

const readAuth = (entry: HttpEntry['auth'], usual: AuthConfig, reading: ConfigReader): AuthConfig => {
  if (entry === undefined || entry === 'token') return usual;
  if (entry === 'none') return { kind: 'none' };
  return 'oauth' in entry
    ? readOAuth(entry.oauth, reading)
    : { kind: 'token', file: resolve(reading.folder, entry.tokenFile) };
};

export const readHttp = (
  entry: HttpEntry | false | undefined,
  usual: GatewayConfig['http'],
  reading: ConfigReader,
): GatewayConfig['http'] => {
  if (entry === false || usual === null) return null;
  const { auth, ...place } = { ...usual, ...entry, auth: entry?.auth };
  const local = isLoopback(place.host) || place.host === '::1';
  if (auth === 'none')
    if (local) reading.warn(['http', 'auth'], configErrors.network.openLocal());
    else reading.error(['http', 'auth'], configErrors.network.open());
  if (!local) reading.warn(['http', 'host'], configErrors.network.httpUnencrypted());
  for (const [index, origin] of place.origins.entries())
    if (URL.parse(origin)?.origin !== origin)
      reading.error(['http', 'origins', index], configErrors.network.origin());
  if (place.authzen?.url !== undefined && URL.parse(place.authzen.url) === null)
    reading.error(['http', 'authzen', 'url'], configErrors.urls.member({ member: 'url' }));
  return { ...place, auth: readAuth(auth, usual.auth, reading) };
};

/** Nobody approves what their own agent calls: for that, both must be known by one name. */
const checkPersonNames = (auth: OAuthConfig, oidc: ConsoleOidc, reading: ConfigReader): void => {
  if (auth.personClaim !== undefined) return;
  if (auth.issuer !== oidc.issuer) reading.warn(AT, configErrors.network.personIssuers());
  else if (auth.subjectClaim !== oidc.subjectClaim)
    reading.error(
      AT,
      configErrors.network.personClaims({
        person: display(oidc.subjectClaim),
        agent: display(auth.subjectClaim),
      }),
    );
};

type EntranceConfig = Pick<GatewayConfig, 'http' | 'console'>;

/** Tokens for agents are none for people who approve, and the other way round. */
export const separateAudiences = (
  { http, console: people }: EntranceConfig,
  reading: ConfigReader,
): EntranceConfig => {
  const oidc = people?.oidc ?? null;
  if (http?.auth.kind !== 'oauth' || people === null || oidc === null) return { http, console: people };
  const { auth } = http;
  if (auth.audiences.includes(oidc.clientId)) reading.error(AT, configErrors.network.audience());
  checkPersonNames(auth, oidc, reading);
  return {
    http: { ...http, auth: { ...auth, notFor: [oidc.clientId] } },
    console: { ...people, oidc: { ...oidc, notFor: auth.audiences } },
  };
};
