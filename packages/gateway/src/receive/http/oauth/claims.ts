import type { Principal } from '@callgate/core';
import { LOCAL_PRINCIPAL } from '@callgate/core';
import type { JWTPayload } from 'jose';
import { z } from 'zod';

/** Which claims say who it is. */
export interface ClaimNames {
  readonly subjectClaim: string;
  readonly groupsClaim: string;
  readonly rolesClaim: string;
}

/** A constant text: nothing that a token says is repeated. */
export type Problem = { readonly problem: string };

const MOST = 1000;
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u;

const nameIn = z
  .string()
  .min(1)
  .max(256)
  .refine((text) => text.isWellFormed() && !CONTROL.test(text));
const namesIn = z.union([z.array(nameIn).max(MOST), nameIn.transform((name) => [name])]);

const own = (of: unknown, name: string): unknown =>
  typeof of === 'object' && of !== null && Object.hasOwn(of, name)
    ? (of as Readonly<Record<string, unknown>>)[name]
    : undefined;

/** A claim by its name, or by its path: `realm_access.roles`. */
const claim = (payload: JWTPayload, name: string): unknown =>
  own(payload, name) ?? name.split('.').reduce(own, payload as unknown);

/**
 * Absent is none. Anything that cannot be read is a problem: rules that tighten for a group must not be escaped by
 * a token that says its groups badly, or elsewhere.
 */
const namesOf = (payload: JWTPayload, name: string): readonly string[] | undefined => {
  if (own(payload['_claim_names'], name) !== undefined) return undefined;
  const value = claim(payload, name);
  if (value === undefined) return payload['hasgroups'] === true && name === 'groups' ? undefined : [];
  const read = namesIn.safeParse(value);
  return read.success ? [...new Set(read.data)].toSorted() : undefined;
};

/** The client that a token was given to, as providers call it. */
const clientOf = (payload: JWTPayload): unknown =>
  payload['client_id'] ?? payload['azp'] ?? payload['cid'] ?? payload['appid'];

/** A person only where a client is named that is somebody else; a program that speaks for itself is a service. */
const kindOf = (payload: JWTPayload): Principal['kind'] => {
  const { sub, idtyp, gty, preferred_username: login } = payload;
  const client = clientOf(payload);
  const itself =
    typeof client !== 'string' ||
    sub === client ||
    sub === `${client}@clients` ||
    idtyp === 'app' ||
    gty === 'client-credentials' ||
    (typeof login === 'string' && login.startsWith('service-account-'));
  return itself ? 'service' : 'human';
};

/** Who a token that is true in all else is about. */
export const principalOf = (payload: JWTPayload, names: ClaimNames): Principal | Problem => {
  const subject = nameIn.safeParse(claim(payload, names.subjectClaim));
  if (!subject.success) return { problem: 'the token does not say who it is about' };
  if (names.subjectClaim === 'email' && payload['email_verified'] !== true)
    return { problem: 'the address in the token is not verified' };
  // the name of whoever runs Callgate on this machine is nobody else's
  if (subject.data === LOCAL_PRINCIPAL.subject)
    return { problem: 'the token is about a name that is not given away' };
  const groups = namesOf(payload, names.groupsClaim);
  const roles = namesOf(payload, names.rolesClaim);
  if (groups === undefined || roles === undefined)
    return { problem: 'the groups or roles in the token cannot be read' };
  return { subject: subject.data, kind: kindOf(payload), groups, roles, delegation: [] };
};
