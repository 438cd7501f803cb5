import type { Principal } from '@callgate/core';
import { identityMessages } from '@callgate/messages/identity';
import type { JWTPayload } from 'jose';
import { z } from 'zod';
import { isReservedSubject, nameShape, subjectShape } from '../subject-shape.ts';

const texts = identityMessages.token;

/** Which claims say who it is. */
export interface ClaimNames {
  readonly subjectClaim: string;
  readonly groupsClaim: string;
  readonly rolesClaim: string;
  /** Has the name that the person behind an agent approves under, where that is not its subject. */
  readonly personClaim?: string;
  /** Claims that must be there, whatever they say: nobody escapes a rule by a token that leaves them out. */
  readonly claims?: readonly string[];
}

/** A constant text: nothing that a token says is repeated. */
export type TokenProblem = { readonly problem: string };

const MOST = 1000;
const MOST_ACTORS = 10;

const namesIn = z.union([z.array(nameShape).max(MOST), nameShape.transform((name) => [name])]);

type TokenClaims = Readonly<Record<string, unknown>>;

const isClaims = (value: unknown): value is TokenClaims =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const ownClaim = (of: unknown, name: string): unknown =>
  isClaims(of) && Object.hasOwn(of, name) ? of[name] : undefined;

/** A claim by its name, or by its path: `realm_access.roles`. Null where the path leads through something else. */
const findClaim = (claims: TokenClaims, name: string): unknown => {
  if (Object.hasOwn(claims, name)) return claims[name];
  let at: unknown = claims;
  for (const step of name.split('.')) {
    if (at === undefined) return undefined;
    if (!isClaims(at)) return null;
    at = ownClaim(at, step);
  }
  return at;
};

/** Said to be somewhere else than in the token. */
const isDistributedClaim = (payload: JWTPayload, name: string): boolean =>
  [name, name.split('.')[0] ?? name].some((each) => ownClaim(payload['_claim_names'], each) !== undefined) ||
  (name === 'groups' && payload['hasgroups'] === true);

/**
 * Absent is none. Anything that cannot be read is a problem: rules that tighten for a group must not be escaped by
 * a token that says its groups badly, or elsewhere.
 */
const namesOf = (payload: JWTPayload, name: string): readonly string[] | undefined => {
  const value = findClaim(payload, name);
  if (isDistributedClaim(payload, name)) return undefined;
  if (value === undefined) return [];
  const read = namesIn.safeParse(value);
  return read.success ? [...new Set(read.data)].toSorted() : undefined;
};

/** The client that a token was given to, as providers call it. */
const CLIENT_CLAIMS = ['client_id', 'azp', 'cid', 'appid'];

/** Everybody whom a token names as the client it was given to. */
export const clientsOf = (payload: JWTPayload): readonly string[] =>
  CLIENT_CLAIMS.map((name) => payload[name]).filter((client) => typeof client === 'string');

/** A program that has the token for itself, with nobody behind it. */
const isClientItself = (payload: JWTPayload): boolean => {
  const { sub, oid, idtyp, gty, preferred_username: login } = payload;
  const [client] = clientsOf(payload);
  return (
    (client !== undefined && (sub === client || sub === `${client}@clients`)) ||
    // at Entra those of people differ, at Keycloak only programs have an address
    (oid !== undefined && sub === oid) ||
    payload['clientHost'] !== undefined ||
    payload['clientAddress'] !== undefined ||
    idtyp === 'app' ||
    gty === 'client-credentials' ||
    (client !== undefined && login === `service-account-${client.toLowerCase()}`)
  );
};

/** A person only where the named client is another one. */
const kindOf = (payload: JWTPayload): Principal['kind'] =>
  clientsOf(payload).length === 0 || isClientItself(payload) ? 'service' : 'human';

const isUnverified = (payload: JWTPayload, name: string): boolean =>
  name === 'email' && payload['email_verified'] !== true;

/** What the person behind it is called where people approve. Undefined where a token should say so and does not. */
const personOf = (payload: JWTPayload, name: string | undefined): readonly string[] | undefined => {
  if (name === undefined) return [];
  const value = findClaim(payload, name);
  if (value === undefined && isClientItself(payload)) return [];
  const read = subjectShape.safeParse(value);
  return read.success && !isUnverified(payload, name) ? [read.data] : undefined;
};

/** Whether who acts is a program, and not a person whose name in the console is not said. */
const isProgram = (actor: TokenClaims, clients: readonly string[]): boolean => {
  const [sub, client] = [ownClaim(actor, 'sub'), ownClaim(actor, 'client_id')];
  if (sub === undefined) return client !== undefined;
  return [client, ...clients, ...clients.map((each) => `${each}@clients`)].includes(sub);
};

/**
 * Everybody who acts as the subject, by every name they are given (RFC 8693). Undefined where that cannot be read, or
 * where it is not said what a person is called who may be asked to approve.
 */
const actorsOf = (
  payload: JWTPayload,
  { subjectClaim, personClaim = subjectClaim }: ClaimNames,
): readonly string[] | undefined => {
  const said = [...new Set(['sub', subjectClaim, personClaim, 'client_id'])];
  const clients = clientsOf(payload);
  const actors: string[] = [];
  let actor: unknown = payload['act'];
  for (let depth = 0; actor !== undefined; depth += 1) {
    if (depth === MOST_ACTORS || !isClaims(actor)) return undefined;
    const acting = actor;
    const values = said.map((name) => findClaim(acting, name)).filter((value) => value !== undefined);
    const names = z.array(subjectShape).min(1).safeParse(values);
    if (!names.success) return undefined;
    if (findClaim(acting, personClaim) === undefined && !isProgram(acting, clients)) return undefined;
    actors.push(...names.data);
    actor = ownClaim(acting, 'act');
  }
  return actors;
};

/** Who a token that is true in all else is about. */
export const principalOf = (payload: JWTPayload, names: ClaimNames): Principal | TokenProblem => {
  const { subjectClaim, groupsClaim, rolesClaim, personClaim, claims = [] } = names;
  const read = subjectShape.safeParse(findClaim(payload, subjectClaim));
  if (!read.success) return { problem: texts.subject };
  const subject = read.data;
  if (isUnverified(payload, subjectClaim)) return { problem: texts.emailUnverified };
  if (isReservedSubject(subject)) return { problem: texts.reserved };
  if (claims.some((name) => findClaim(payload, name) === undefined)) return { problem: texts.claimMissing };
  const groups = namesOf(payload, groupsClaim);
  const roles = namesOf(payload, rolesClaim);
  if (groups === undefined || roles === undefined) return { problem: texts.groups };
  const person = personOf(payload, personClaim);
  if (person === undefined) return { problem: texts.person };
  const actors = actorsOf(payload, names);
  if (actors === undefined) return { problem: texts.actors };
  // none of them decides about what is called with it
  const delegation = [...new Set([...person, ...actors])].filter((name) => name !== subject);
  return { subject, kind: kindOf(payload), groups, roles, delegation };
};
