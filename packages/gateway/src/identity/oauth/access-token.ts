import { CallgateError } from '@callgate/core';
import type { JWTHeaderParameters, JWTPayload, JWTVerifyGetKey } from 'jose';
import { errors, jwtVerify } from 'jose';
import type { TokenProblem } from './claims.ts';
import { clientsOf } from './claims.ts';

/** Told apart by `ok`: a token may say anything, also `problem`. */
export type TokenOutcome =
  | { readonly ok: true; readonly payload: JWTPayload; readonly until: number }
  | ({ readonly ok: false } & TokenProblem);

const refusedToken = (problem: string): TokenOutcome => ({ ok: false, problem });

/** Signatures with a key that the issuer keeps to itself. `none` and shared secrets are not among them. */
export const SIGNATURE_ALGORITHMS: readonly string[] = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const TOLERATED_S = 30;

/** What an access token must say of where it comes from and where it may go. */
export interface TokenRules {
  readonly issuer: string;
  /** One of them must be among the token's own. */
  readonly audiences: readonly string[];
  /** None of them may be, nor the client it was given to: tokens for people who approve. */
  readonly notFor: readonly string[];
  /** However long an issuer lets a token count, here it counts no longer than this after it was made. */
  readonly maxAgeMs?: number;
}

const CLAIM_PROBLEMS: ReadonlyMap<string, string> = new Map([
  ['aud', 'the token is for somebody else'],
  ['iss', 'the token is of another issuer'],
  ['nbf', 'the token is not valid yet'],
]);

const problemOf = (error: unknown): string => {
  if (error instanceof errors.JWTExpired) return 'the token has expired';
  if (error instanceof errors.JWTClaimValidationFailed)
    return CLAIM_PROBLEMS.get(error.claim) ?? 'the token does not say what it must, or says it wrong';
  return 'the token is not signed by the issuer';
};

/** Said by tokens for a client itself: the id tokens and the logout tokens of OpenID. */
const NOT_ACCESS = ['nonce', 'at_hash', 'c_hash', 's_hash', 'events', 'sub_jwk'];
/** Said by access tokens of issuers who do not use the type that RFC 9068 gives them. */
const ACCESS = ['scope', 'scp', 'client_id', 'cid', 'appid', 'azpacr'];

const hasAnyClaim = (payload: JWTPayload, names: readonly string[]): boolean =>
  names.some((name) => Object.hasOwn(payload, name));

const isAccessToken = ({ typ }: JWTHeaderParameters, payload: JWTPayload): boolean => {
  const { token_use: use, typ: kind } = payload;
  if (hasAnyClaim(payload, NOT_ACCESS) || (use !== undefined && use !== 'access')) return false;
  if (kind !== undefined && kind !== 'Bearer') return false;
  const type = typ?.toLowerCase().replace(/^application\//, '');
  if (type === 'at+jwt') return true;
  return (
    (type === undefined || type === 'jwt') &&
    (hasAnyClaim(payload, ACCESS) || use === 'access' || kind === 'Bearer')
  );
};

/** When a token ends. A problem where nobody can tell how old it is, or it is too old. */
const tokenEnd = (
  { exp = 0, iat }: JWTPayload,
  { maxAgeMs }: TokenRules,
  now: number,
): { readonly until: number } | TokenProblem => {
  if (iat !== undefined && iat > now / 1000 + TOLERATED_S) return { problem: 'the token is not valid yet' };
  if (maxAgeMs === undefined) return { until: exp * 1000 };
  if (iat === undefined) return { problem: 'the token does not say when it was made' };
  const until = Math.min(exp * 1000, iat * 1000 + maxAgeMs);
  return until + TOLERATED_S * 1000 <= now ? { problem: 'the token is too old' } : { until };
};

/** What a token says, if all of it is true and it was made for this gateway. Throws where the issuer cannot be asked. */
export const readAccessToken = async (
  token: string,
  keys: JWTVerifyGetKey,
  rules: TokenRules,
  now: number,
): Promise<TokenOutcome> => {
  const { issuer, audiences, notFor } = rules;
  let payload: JWTPayload;
  let protectedHeader: JWTHeaderParameters;
  try {
    ({ payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer,
      audience: [...audiences],
      algorithms: [...SIGNATURE_ALGORITHMS],
      requiredClaims: ['sub', 'exp'],
      clockTolerance: TOLERATED_S,
      currentDate: new Date(now),
    }));
  } catch (error) {
    if (error instanceof CallgateError) throw error;
    return refusedToken(problemOf(error));
  }
  const named = [[payload.aud].flat(), clientsOf(payload)].flat();
  if (named.some((name) => name !== undefined && notFor.includes(name)))
    return refusedToken('the token is for people who approve');
  if (!isAccessToken(protectedHeader, payload)) return refusedToken('the token is not an access token');
  // bound to a key that only its owner has: who merely carries it has stolen it
  if (payload['cnf'] !== undefined)
    return refusedToken('the token is bound to a key and was sent without it');
  const end = tokenEnd(payload, rules, now);
  return 'problem' in end ? refusedToken(end.problem) : { ok: true, payload, until: end.until };
};
