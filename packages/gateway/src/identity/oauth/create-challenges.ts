import { identityMessages } from '@callgate/messages/identity';
import type { AuthOutcome } from '../authenticator.ts';

const texts = identityMessages.token;

type AuthRefusal = Extract<AuthOutcome, { readonly ok: false }>;

/** What is refused, as RFC 6750 and RFC 9728 have clients told. */
export interface Challenges {
  /** Nobody said who they are. */
  readonly missing: AuthRefusal;
  invalid(problem: string): AuthRefusal;
  readonly scope: AuthRefusal;
  /** Nobody is let in because nobody can be checked. */
  readonly unavailable: AuthRefusal;
}

/** `scopes` and `metadata` must have nothing in them that ends a quoted text. */
export const createChallenges = (scopes: readonly string[], metadata: string): Challenges => {
  const challenge = (...errors: readonly string[]): string =>
    [
      'Bearer realm="callgate"',
      ...errors,
      ...(scopes.length === 0 ? [] : [`scope="${scopes.join(' ')}"`]),
      `resource_metadata="${metadata}"`,
    ].join(', ');
  return {
    missing: {
      ok: false,
      status: 401,
      challenge: challenge(),
      message: texts.required,
    },
    invalid: (problem) => ({
      ok: false,
      status: 401,
      challenge: challenge('error="invalid_token"', `error_description="${problem}"`),
      reason: 'OAUTH_TOKEN',
      message: problem,
    }),
    scope: {
      ok: false,
      status: 403,
      challenge: challenge('error="insufficient_scope"', `error_description="${texts.scope}"`),
      reason: 'OAUTH_SCOPE',
      message: texts.scope,
    },
    unavailable: {
      ok: false,
      status: 503,
      reason: 'OAUTH_PROVIDER',
      message: texts.issuerAway,
    },
  };
};
