import { resolve } from 'node:path';
import { display } from '@callgate/core';
import type { YamlPath } from '@callgate/policy/yaml';
import { isSafeUrl } from '../identity/ask-provider.ts';
import type { AuthConfig, ConsoleOidc, GatewayConfig, OAuthConfig } from './gateway-config.ts';
import { isLoopback } from './defaults.ts';
import type { HttpEntry, OAuthEntry } from './config-file-schema.ts';
import type { ConfigReader } from './config-reader.ts';

const AT: YamlPath = ['http', 'auth', 'oauth'];
const SAFE_URL = 'a url that begins with https://, or http:// to this machine';

const checkUrl = (member: string, written: string, bare: boolean, reading: ConfigReader): boolean => {
  const url = URL.parse(written);
  const good =
    url !== null && isSafeUrl(url) && url.username === '' && url.password === '' && url.hash === '';
  if (good && !(bare && url.search !== '')) return true;
  reading.error([...AT, member], 'CONFIG_URL', `\`${member}\` is ${SAFE_URL}`);
  return false;
};

/** Clients name a resource in its canonical form; tokens for another spelling would be for somebody else. */
const checkResource = (written: string, reading: ConfigReader): void => {
  const { pathname, origin, href } = new URL(written);
  const canonical = pathname === '/' ? origin : href;
  if (written !== canonical && written !== href)
    reading.error(
      [...AT, 'resource'],
      'CONFIG_URL',
      '`resource` is not written as clients write it',
      `write ${canonical}`,
    );
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
    if (local)
      reading.warn(
        ['http', 'auth'],
        'CONFIG_OPEN',
        'every process on this machine can call without a token',
        'for tests only',
      );
    else
      reading.error(
        ['http', 'auth'],
        'CONFIG_OPEN',
        'without a token only this machine may be served',
        'leave out `auth: none`, or serve 127.0.0.1',
      );
  if (!local)
    reading.warn(
      ['http', 'host'],
      'CONFIG_UNENCRYPTED',
      'other machines can connect, and nothing is encrypted',
      'put something that speaks TLS before it',
    );
  for (const [index, origin] of place.origins.entries())
    if (URL.parse(origin)?.origin !== origin)
      reading.error(
        ['http', 'origins', index],
        'CONFIG_ORIGIN',
        'an origin is https://host or https://host:port',
      );
  return { ...place, auth: readAuth(auth, usual.auth, reading) };
};

/** Nobody approves what their own agent calls: for that, both must be known by one name. */
const checkPersonNames = (auth: OAuthConfig, oidc: ConsoleOidc, reading: ConfigReader): void => {
  if (auth.personClaim !== undefined) return;
  if (auth.issuer !== oidc.issuer)
    reading.warn(
      AT,
      'CONFIG_PERSON',
      'agents and people come from different issuers: a person whose agent has another name there could approve its calls',
      'name the claim that has the name people approve under: `personClaim`; or list both names under `approvals.people`, as `aliases`',
    );
  else if (auth.subjectClaim !== oidc.subjectClaim)
    reading.error(
      AT,
      'CONFIG_PERSON',
      `a person would be called by \`${display(oidc.subjectClaim)}\` and their agent by \`${display(auth.subjectClaim)}\`, and could approve its calls`,
      `write \`subjectClaim: ${display(oidc.subjectClaim)}\`, or name the claim of access tokens that has the same name: \`personClaim\``,
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
  if (auth.audiences.includes(oidc.clientId))
    reading.error(
      AT,
      'CONFIG_AUDIENCE',
      'tokens of agents would be for the console, where people approve',
      'give agents an `audience` other than `console.oidc.clientId`',
    );
  checkPersonNames(auth, oidc, reading);
  return {
    http: { ...http, auth: { ...auth, notFor: [oidc.clientId] } },
    console: { ...people, oidc: { ...oidc, notFor: auth.audiences } },
  };
};
