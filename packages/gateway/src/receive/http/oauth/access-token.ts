import { CallgateError } from '@callgate/core';
import type { JWTHeaderParameters, JWTPayload, JWTVerifyGetKey } from 'jose';
import { errors, jwtVerify } from 'jose';
import type { Problem } from './claims.ts';

/** Told apart by `ok`: a token may say anything, also `problem`. */
export type TokenOutcome =
  | { readonly ok: true; readonly payload: JWTPayload }
  | ({ readonly ok: false } & Problem);

const refused = (problem: string): TokenOutcome => ({ ok: false, problem });

/** Signatures with a key that the issuer keeps to itself. `none` and shared secrets are not among them. */
export const SIGNED_BY: readonly string[] = [
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
  /** None of them may be: tokens for people who approve. */
  readonly notFor: readonly string[];
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

const has = (payload: JWTPayload, names: readonly string[]): boolean =>
  names.some((name) => Object.hasOwn(payload, name));

const isAccessToken = ({ typ }: JWTHeaderParameters, payload: JWTPayload): boolean => {
  const { token_use: use, typ: kind } = payload;
  if (has(payload, NOT_ACCESS) || (use !== undefined && use !== 'access')) return false;
  if (kind !== undefined && kind !== 'Bearer') return false;
  const type = typ?.toLowerCase().replace(/^application\//, '');
  if (type === 'at+jwt') return true;
  return (
    (type === undefined || type === 'jwt') && (has(payload, ACCESS) || use === 'access' || kind === 'Bearer')
  );
};

/** What a token says, if all of it is true and it was made for this gateway. Throws where the issuer cannot be asked. */
export const readAccessToken = async (
  token: string,
  keys: JWTVerifyGetKey,
  { issuer, audiences, notFor }: TokenRules,
  now: number,
): Promise<TokenOutcome> => {
  let payload: JWTPayload;
  let protectedHeader: JWTHeaderParameters;
  try {
    ({ payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer,
      audience: [...audiences],
      algorithms: [...SIGNED_BY],
      requiredClaims: ['sub', 'exp'],
      clockTolerance: TOLERATED_S,
      currentDate: new Date(now),
    }));
  } catch (error) {
    if (error instanceof CallgateError) throw error;
    return refused(problemOf(error));
  }
  const { aud, iat } = payload;
  if ([aud].flat().some((name) => name !== undefined && notFor.includes(name)))
    return refused('the token is for people who approve');
  if (!isAccessToken(protectedHeader, payload)) return refused('the token is not an access token');
  if (iat !== undefined && iat > now / 1000 + TOLERATED_S) return refused('the token is not valid yet');
  // bound to a key that only its owner has: who merely carries it has stolen it
  if (payload['cnf'] !== undefined) return refused('the token is bound to a key and was sent without it');
  return { ok: true, payload };
};
