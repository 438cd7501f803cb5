import { hash } from 'node:crypto';
import type { CallgateError } from '@callgate/core';
import { readBearerToken } from '@callgate/http';
import { identityMessages } from '@callgate/messages/identity';
import type { JWTPayload } from 'jose';
import type { AuthOutcome, Authenticator } from '../authenticator.ts';
import type { TokenOutcome, TokenRules } from './access-token.ts';
import { readAccessToken } from './access-token.ts';
import { createChallenges } from './create-challenges.ts';
import type { ClaimNames } from './claims.ts';
import { principalOf } from './claims.ts';
import { IssuerKeys } from './issuer-keys.ts';
import { resourceMetadata } from './resource-metadata.ts';

const texts = identityMessages.token;

export interface OAuthSettings extends TokenRules, ClaimNames {
  /** The url that clients know the gateway by. */
  readonly resource: string;
  /** All of them are needed. */
  readonly scopes: readonly string[];
  /** Where the keys of the issuer are, where it is not asked for that. */
  readonly jwks?: string;
}

export interface OAuthAuthOptions {
  readonly now?: () => number;
  /** Called when the issuer begins to fail, with why, and when it answers again. */
  readonly changed?: (failure: CallgateError | null) => void;
}

export interface OAuthAuthenticator {
  readonly authenticate: Authenticator;
  /** What is served to everybody, by path. */
  readonly documents: ReadonlyMap<string, string>;
  /** Asks for the issuer's keys ahead of the first who needs them; never throws. */
  warm(): Promise<void>;
}

const scopesOf = ({ scope, scp }: JWTPayload): ReadonlySet<unknown> =>
  new Set([scope, scp].flatMap((said) => (typeof said === 'string' ? said.split(' ') : said)));

/** An OAuth 2.1 resource server: who has an access token of the issuer for this gateway is who the token says. */
export const oauthAuth = (
  settings: OAuthSettings,
  { now = Date.now, changed }: OAuthAuthOptions = {},
): OAuthAuthenticator => {
  const { issuer, jwks, scopes } = settings;
  const metadata = resourceMetadata(settings);
  const refused = createChallenges(scopes, metadata.url);
  const keys = new IssuerKeys({
    issuer,
    ...(jwks === undefined ? {} : { jwks }),
    now,
    changed: changed ?? (() => {}),
  });

  const check = async (token: string): Promise<AuthOutcome> => {
    let read: TokenOutcome;
    try {
      read = await readAccessToken(token, keys.find, settings, now());
    } catch {
      return refused.unavailable;
    }
    if (!read.ok) return refused.invalid(read.problem);
    const { payload, until } = read;
    const principal = principalOf(payload, settings);
    if ('problem' in principal) return refused.invalid(principal.problem);
    const given = scopesOf(payload);
    if (!scopes.every((scope) => given.has(scope))) return refused.scope;
    return {
      ok: true,
      principal,
      tokenId: hash('sha256', token, 'hex').slice(0, 12),
      until,
    };
  };

  return {
    authenticate: ({ headers: { authorization } }) => {
      if (authorization === undefined || !/^bearer(?: |$)/i.test(authorization)) return refused.missing;
      const token = readBearerToken(authorization);
      return token === undefined ? refused.invalid(texts.several) : check(token);
    },
    documents: metadata.documents,
    warm: () => keys.ready().catch(() => {}),
  };
};
