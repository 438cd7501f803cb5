import type { AuthOutcome } from '../authenticator.ts';

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
      message: 'an access token for agents is needed',
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
      challenge: challenge(
        'error="insufficient_scope"',
        'error_description="the token lacks a scope that is needed"',
      ),
      reason: 'OAUTH_SCOPE',
      message: 'the token lacks a scope that is needed',
    },
    unavailable: {
      ok: false,
      status: 503,
      reason: 'OAUTH_PROVIDER',
      message: 'access tokens cannot be checked now, because their issuer cannot be asked for its keys',
    },
  };
};
