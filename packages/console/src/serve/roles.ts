import type { People } from '@callgate/gate';
import type { Caller, Role } from '@callgate/operations';
import { ROLES } from '@callgate/operations';
import { digestOf } from '@callgate/http';
import type { ConsoleSettings, OidcSettings } from './settings.ts';
import type { Via } from './sign-in-note.ts';

const highest = (roles: readonly Role[]): Role | undefined => ROLES.findLast((role) => roles.includes(role));

/** What groups may do. Undefined: nobody in them may enter. */
export const roleOfGroups = ({ roles }: OidcSettings, groups: readonly string[]): Role | undefined =>
  highest(groups.flatMap((group) => (Object.hasOwn(roles, group) ? (roles[group] ?? []) : [])));

/** Sign-ins outlive a process: what another provider, or other claims, said of somebody counts no longer. */
export const providerName = ({ issuer, clientId, subjectClaim, groupsClaim }: OidcSettings): string =>
  digestOf(JSON.stringify([issuer, clientId, subjectClaim, groupsClaim]));

/** Who somebody is here now. Undefined: nobody who may enter, or not any more. */
export const callerOf = (
  subject: string,
  via: Via,
  people: People,
  { roles, oidc }: Pick<ConsoleSettings, 'roles' | 'oidc'>,
): Caller | undefined => {
  const person = people.all.find((each) => each.subject === subject);
  if (person?.active === false) return undefined;
  if (via.kind === 'team') {
    const known = oidc !== null && via.provider === providerName(oidc);
    const given = known ? roleOfGroups(oidc, via.groups) : undefined;
    return given === undefined ? undefined : { subject, role: given, groups: via.groups };
  }
  const said = Object.hasOwn(roles, subject) ? roles[subject] : undefined;
  const usual = subject === 'local' ? 'operator' : person === undefined ? undefined : 'approver';
  const role = said ?? usual;
  return role === undefined ? undefined : { subject, role, groups: person?.groups ?? [] };
};
