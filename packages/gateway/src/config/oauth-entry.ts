import { display } from '@callgate/core';
import type { Path } from '@callgate/policy/yaml';
import { z } from 'zod';
import { isSafeUrl } from '../identity/ask-provider.ts';
import type { ConsoleConfig, ConsoleOidc, GatewayConfig, OAuthConfig } from './config.ts';
import { readDuration } from './duration.ts';
import type { Problems } from './problems.ts';

/** `http.auth.oauth` as it is written. */
export interface OAuthEntry {
  issuer: string;
  resource: string;
  audience?: string | undefined;
  scopes?: string[] | undefined;
  subjectClaim?: string | undefined;
  groupsClaim?: string | undefined;
  rolesClaim?: string | undefined;
  personClaim?: string | undefined;
  claims?: string[] | undefined;
  maxAge?: string | undefined;
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
  personClaim: claim.describe(
    'Has the name under which the person behind an agent approves, where subjectClaim has another one.',
  ),
  claims: z
    .array(z.string().min(1).max(256))
    .max(50)
    .optional()
    .describe('Claims that a token must have, so that nobody leaves out the groups that a rule is about.'),
  maxAge: z
    .string()
    .refine((text) => readDuration(text) !== undefined, 'a duration is written as `1h`')
    .optional()
    .describe('How long a token counts after it was made, whatever it says itself, such as 1h.'),
  jwks: z.string().min(1).optional().describe('Where the keys of the issuer are, where it does not say so.'),
});

const AT: Path = ['http', 'auth', 'oauth'];
const SAFE_URL = 'a url that begins with https://, or http:// to this machine';

const checkUrl = (member: string, written: string, bare: boolean, problems: Problems): boolean => {
  const url = URL.parse(written);
  const good =
    url !== null && isSafeUrl(url) && url.username === '' && url.password === '' && url.hash === '';
  if (good && !(bare && url.search !== '')) return true;
  problems.error([...AT, member], 'CONFIG_URL', `\`${member}\` is ${SAFE_URL}`);
  return false;
};

/** Clients name a resource in its canonical form; tokens for another spelling would be for somebody else. */
const checkResource = (written: string, problems: Problems): void => {
  const { pathname, origin, href } = new URL(written);
  const canonical = pathname === '/' ? origin : href;
  if (written !== canonical && written !== href)
    problems.error(
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

export const readOAuth = (entry: OAuthEntry, problems: Problems): OAuthConfig => {
  const { issuer, resource, audience, jwks, personClaim, claims } = entry;
  const maxAgeMs = readDuration(entry.maxAge ?? '');
  checkUrl('issuer', issuer, true, problems);
  if (checkUrl('resource', resource, true, problems)) checkResource(resource, problems);
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
    ...(personClaim === undefined ? {} : { personClaim }),
    ...(claims === undefined ? {} : { claims }),
    ...(maxAgeMs === undefined ? {} : { maxAgeMs }),
    ...(jwks === undefined ? {} : { jwks }),
  };
};

/** Nobody approves what their own agent calls: for that, both must be known by one name. */
const checkNames = (auth: OAuthConfig, oidc: ConsoleOidc, problems: Problems): void => {
  if (auth.personClaim !== undefined) return;
  if (auth.issuer !== oidc.issuer)
    problems.warn(
      AT,
      'CONFIG_PERSON',
      'agents and people come from different issuers: a person whose agent has another name there could approve its calls',
      'name the claim that has the name people approve under: `personClaim`; or list both names under `approvals.people`, as `aliases`',
    );
  else if (auth.subjectClaim !== oidc.subjectClaim)
    problems.error(
      AT,
      'CONFIG_PERSON',
      `a person would be called by \`${display(oidc.subjectClaim)}\` and their agent by \`${display(auth.subjectClaim)}\`, and could approve its calls`,
      `write \`subjectClaim: ${display(oidc.subjectClaim)}\`, or name the claim of access tokens that has the same name: \`personClaim\``,
    );
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
  checkNames(auth, oidc, problems);
  return {
    http: { ...http, auth: { ...auth, notFor: [oidc.clientId] } },
    console: { ...people, oidc: { ...oidc, notFor: auth.audiences } },
  };
};
