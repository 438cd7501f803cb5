import { LOCAL_PRINCIPAL } from '@callgate/core';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { jwtVerify } from 'jose';
import { z } from 'zod';
import type { Role } from '../../api/endpoint.ts';
import { Refused } from '../refused.ts';
import { highest } from '../roles.ts';
import { sameSecret } from '../secrets.ts';
import type { OidcSettings } from '../settings.ts';

/** Signatures with a key that the provider keeps to itself. `none` and shared secrets are not among them. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const TOLERATED_S = 30;

/** Somebody of the team. */
export interface Member {
  readonly subject: string;
  readonly role: Role;
  readonly groups: readonly string[];
}

export interface Expected {
  readonly issuer: string;
  readonly nonce: string;
  readonly now: number;
}

const groupsIn = z.union([z.array(z.string()).max(1000), z.string().transform((group) => [group])]);
const subjectIn = z.string().min(1).max(256);

const own = <T>(of: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(of, name) ? of[name] : undefined;

const untrue = (): Refused =>
  new Refused(401, 'CONSOLE_ID_TOKEN', 'what the provider says of you cannot be believed', 'sign in again');

const noEntry = (help: string): Refused =>
  new Refused(403, 'CONSOLE_NO_ENTRY', 'you may not enter this console', help);

const checked = async (
  token: string,
  keys: JWTVerifyGetKey,
  { clientId, notFor = [] }: OidcSettings,
  { issuer, nonce, now }: Expected,
): Promise<JWTPayload> => {
  let payload: JWTPayload;
  let typ: string | undefined;
  try {
    const verified = await jwtVerify(token, keys, {
      issuer,
      audience: clientId,
      algorithms: ALGORITHMS,
      requiredClaims: ['sub', 'iat', 'exp', 'nonce'],
      clockTolerance: TOLERATED_S,
      currentDate: new Date(now),
    });
    ({ payload } = verified);
    ({ typ } = verified.protectedHeader);
  } catch {
    throw untrue();
  }
  const { azp, aud } = payload;
  if (typeof payload['nonce'] !== 'string' || !sameSecret(payload['nonce'], nonce)) throw untrue();
  // what agents carry is no sign-in, whatever else is in it
  if (/^(?:application\/)?at\+jwt$/i.test(typ ?? '')) throw untrue();
  if ([aud].flat().some((name) => name !== undefined && notFor.includes(name))) throw untrue();
  if (azp === undefined ? Array.isArray(aud) && aud.length > 1 : azp !== clientId) throw untrue();
  return payload;
};

/** Who an id token is about, if all of it is true. */
export const memberOf = async (
  token: string,
  keys: JWTVerifyGetKey,
  settings: OidcSettings,
  expected: Expected,
): Promise<Member> => {
  const payload = await checked(token, keys, settings, expected);
  const { subjectClaim, groupsClaim, roles } = settings;
  const subject = subjectIn.safeParse(own(payload, subjectClaim));
  if (!subject.success) throw noEntry(`the provider says no ${subjectClaim} of you`);
  if (subjectClaim === 'email' && payload['email_verified'] !== true)
    throw noEntry('the provider has not verified your address');
  // the name of whoever runs Callgate on this machine is nobody else's
  if (subject.data === LOCAL_PRINCIPAL.subject) throw noEntry('ask for another name');
  const groups = groupsIn.safeParse(own(payload, groupsClaim));
  const known = groups.success ? groups.data : [];
  const role = highest(known.flatMap((group) => own(roles, group) ?? []));
  if (role === undefined) throw noEntry('none of your groups has a role here');
  return { subject: subject.data, role, groups: known };
};
