import { isReservedSubject, nameShape, subjectShape } from '@callgate/gateway/identity';
import type { JWTHeaderParameters, JWTPayload, JWTVerifyGetKey } from 'jose';
import { jwtVerify } from 'jose';
import { z } from 'zod';
import { HttpRefusal, isSameSecret } from '@callgate/http';
import { consoleErrors } from '@callgate/messages/errors/console';
import type { ErrorText } from '@callgate/messages/text/error-text';
import { providerName, roleOfGroups } from '../resolve-caller.ts';
import type { ConsoleOidc } from '@callgate/gateway/config';

/** Signatures with a key that the provider keeps to itself. `none` and shared secrets are not among them. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const TOLERATED_S = 30;

/** A member of the team. */
export interface TeamMember {
  readonly subject: string;
  readonly provider: string;
  readonly groups: readonly string[];
}

export interface IdTokenExpectation {
  readonly issuer: string;
  readonly nonce: string;
  readonly now: number;
}

const groupsIn = z.union([z.array(nameShape).max(1000), nameShape.transform((group) => [group])]);

const own = <T>(of: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(of, name) ? of[name] : undefined;

const objectIn = z.record(z.string(), z.unknown());

/** A claim by its name, or by its path: `realm_access.roles`. */
const claim = (payload: JWTPayload, name: string): unknown =>
  own(payload, name) ??
  name.split('.').reduce<unknown>((of, part) => own(objectIn.safeParse(of).data ?? {}, part), payload);

/** Tokens for other ends say so in their type, or in one of these. */
const isIdToken = ({ typ }: JWTHeaderParameters, payload: JWTPayload): boolean => {
  const { token_use: use, typ: kind } = payload;
  if (!/^(?:application\/)?jwt$/i.test(typ ?? 'JWT')) return false;
  if (use !== undefined && use !== 'id') return false;
  return (kind === undefined || kind === 'ID') && !Object.hasOwn(payload, 'events');
};

const invalidToken = (): HttpRefusal => new HttpRefusal(401, consoleErrors.idTokenInvalid());

const entryDenied = (text: ErrorText): HttpRefusal => new HttpRefusal(403, text);

const checkToken = async (
  token: string,
  keys: JWTVerifyGetKey,
  { clientId, notFor = [] }: ConsoleOidc,
  { issuer, nonce, now }: IdTokenExpectation,
): Promise<JWTPayload> => {
  let payload: JWTPayload;
  let protectedHeader: JWTHeaderParameters;
  try {
    ({ payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer,
      audience: clientId,
      algorithms: ALGORITHMS,
      requiredClaims: ['sub', 'iat', 'exp', 'nonce'],
      clockTolerance: TOLERATED_S,
      currentDate: new Date(now),
    }));
  } catch {
    throw invalidToken();
  }
  const { azp, aud, iat = 0 } = payload;
  if (typeof payload['nonce'] !== 'string' || !isSameSecret(payload['nonce'], nonce)) throw invalidToken();
  // what agents carry is no sign-in, whatever else is in it
  if (!isIdToken(protectedHeader, payload)) throw invalidToken();
  if (iat > now / 1000 + TOLERATED_S) throw invalidToken();
  if ([aud].flat().some((name) => name !== undefined && notFor.includes(name))) throw invalidToken();
  if (azp === undefined ? Array.isArray(aud) && aud.length > 1 : azp !== clientId) throw invalidToken();
  return payload;
};

/** Who an id token is about, if all of it is true. */
export const verifyIdToken = async (
  token: string,
  keys: JWTVerifyGetKey,
  settings: ConsoleOidc,
  expected: IdTokenExpectation,
): Promise<TeamMember> => {
  const payload = await checkToken(token, keys, settings, expected);
  const { subjectClaim, groupsClaim } = settings;
  const subject = subjectShape.safeParse(claim(payload, subjectClaim));
  if (!subject.success) throw entryDenied(consoleErrors.claimMissing({ claim: subjectClaim }));
  if (subjectClaim === 'email' && payload['email_verified'] !== true)
    throw entryDenied(consoleErrors.emailUnverified());
  // the names of the local user and of the gate itself are reserved
  if (isReservedSubject(subject.data)) throw entryDenied(consoleErrors.nameReserved());
  const groups = groupsIn.safeParse(claim(payload, groupsClaim));
  const known = groups.success ? groups.data : [];
  if (roleOfGroups(settings, known) === undefined) throw entryDenied(consoleErrors.groupsWithoutRole());
  return { subject: subject.data, provider: providerName(settings), groups: known };
};
