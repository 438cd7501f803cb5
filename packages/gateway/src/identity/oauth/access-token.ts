import { CallgateError } from '@callgate/core';
import { identityMessages } from '@callgate/messages/identity';
import type { JWTHeaderParameters, JWTPayload, JWTVerifyGetKey } from 'jose';
import { errors, jwtVerify } from 'jose';
import type { TokenProblem } from './claims.ts';
import { clientsOf } from './claims.ts';

const texts = identityMessages.token;

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
  ['aud', texts.audience],
  ['iss', texts.issuer],
  ['nbf', texts.notYet],
]);

const problemOf = (error: unknown): string => {
  if (error instanceof errors.JWTExpired) return texts.expired;
  if (error instanceof errors.JWTClaimValidationFailed)
    return CLAIM_PROBLEMS.get(error.claim) ?? texts.claims;
  return texts.signature;
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
  if (iat !== undefined && iat > now / 1000 + TOLERATED_S) return { problem: texts.notYet };
  if (maxAgeMs === undefined) return { until: exp * 1000 };
  if (iat === undefined) return { problem: texts.issuedAt };
  const until = Math.min(exp * 1000, iat * 1000 + maxAgeMs);
  return until + TOLERATED_S * 1000 <= now ? { problem: texts.tooOld } : { until };
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
    return refusedToken(texts.forApprovers);
  if (!isAccessToken(protectedHeader, payload)) return refusedToken(texts.notAccess);
  // bound to a key that only its owner has: who merely carries it has stolen it
  if (payload['cnf'] !== undefined) return refusedToken(texts.bound);
  const end = tokenEnd(payload, rules, now);
  return 'problem' in end ? refusedToken(end.problem) : { ok: true, payload, until: end.until };
};
