import { z } from 'zod';
import { isSafeUrl } from '../identity/ask-provider.ts';
import type { ConsoleConfig, GatewayConfig, OAuthConfig } from './config.ts';
import type { Problems } from './problems.ts';
import type { Path } from './yaml-file.ts';

/** `http.auth.oauth` as it is written. */
export interface OAuthEntry {
  issuer: string;
  resource: string;
  audience?: string | undefined;
  scopes?: string[] | undefined;
  subjectClaim?: string | undefined;
  groupsClaim?: string | undefined;
  rolesClaim?: string | undefined;
  jwks?: string | undefined;
}

const claim = z.string().min(1).max(256).optional();

export const oauthSchema: z.ZodType<OAuthEntry> = z.strictObject({
  issuer: z.string().min(1).describe('Who gives out access tokens.'),
  resource: z
    .string()
    .min(1)
    .describe('The url agents reach this gateway by, as https://gate.example.com/mcp.'),
  audience: z
    .string()
    .min(1)
    .max(1000)
    .optional()
    .describe('Whom tokens must be for. The resource if absent; never what the console is called.'),
  scopes: z
    .array(
      z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,256}$/, 'a scope has no blanks, quotes or backslashes'),
    )
    .max(50)
    .optional()
    .describe('Scopes that a token must have, all of them.'),
  subjectClaim: claim.describe('What names an agent. sub if absent.'),
  groupsClaim: claim.describe('groups if absent.'),
  rolesClaim: claim.describe('roles if absent; a path such as realm_access.roles will do.'),
  jwks: z.string().min(1).optional().describe('Where the keys of the issuer are, where it does not say so.'),
});

const AT: Path = ['http', 'auth', 'oauth'];
const SAFE_URL = 'a url that begins with https://, or http:// to this machine';

const checkUrl = (member: string, written: string, bare: boolean, problems: Problems): void => {
  const url = URL.parse(written);
  const good =
    url !== null && isSafeUrl(url) && url.username === '' && url.password === '' && url.hash === '';
  if (!good || (bare && url.search !== ''))
    problems.error([...AT, member], 'CONFIG_URL', `\`${member}\` is ${SAFE_URL}`);
};

/** A resource that is only a host is written with a slash at its end by some. */
const audiencesOf = (resource: string): readonly string[] => {
  const url = URL.parse(resource);
  return url?.pathname === '/' ? [url.origin, `${url.origin}/`] : [resource];
};

export const readOAuth = (entry: OAuthEntry, problems: Problems): OAuthConfig => {
  const { issuer, resource, audience, jwks } = entry;
  checkUrl('issuer', issuer, true, problems);
  checkUrl('resource', resource, true, problems);
  if (jwks !== undefined) checkUrl('jwks', jwks, false, problems);
  return {
    kind: 'oauth',
    issuer,
    resource,
    audiences: audience === undefined ? audiencesOf(resource) : [audience],
    notFor: [],
    scopes: entry.scopes ?? [],
    subjectClaim: entry.subjectClaim ?? 'sub',
    groupsClaim: entry.groupsClaim ?? 'groups',
    rolesClaim: entry.rolesClaim ?? 'roles',
    ...(jwks === undefined ? {} : { jwks }),
  };
};

interface Doors {
  readonly http: GatewayConfig['http'];
  readonly console: ConsoleConfig | null;
}

/** Tokens for agents are none for people who approve, and the other way round. */
export const keepApart = (
  http: GatewayConfig['http'],
  people: ConsoleConfig | null,
  problems: Problems,
): Doors => {
  const oidc = people?.oidc ?? null;
  if (http?.auth.kind !== 'oauth' || people === null || oidc === null) return { http, console: people };
  const { auth } = http;
  if (auth.audiences.includes(oidc.clientId))
    problems.error(
      AT,
      'CONFIG_AUDIENCE',
      'tokens of agents would be for the console, where people approve',
      'give agents an `audience` other than `console.oidc.clientId`',
    );
  return {
    http: { ...http, auth: { ...auth, notFor: [oidc.clientId] } },
    console: { ...people, oidc: { ...oidc, notFor: auth.audiences } },
  };
};
