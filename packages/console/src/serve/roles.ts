import type { People } from '@callgate/gate';
import type { Caller, Role } from '../api/endpoint.ts';
import { ROLES } from '../api/endpoint.ts';
import type { Via } from './sign-in-note.ts';

/** Each role may all that those before may. */
export const may = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);

export const highest = (roles: readonly Role[]): Role | undefined =>
  ROLES.findLast((role) => roles.includes(role));

/** Who somebody is here now. Undefined: nobody who may enter, or not any more. */
export const callerOf = (
  subject: string,
  via: Via,
  people: People,
  roles: Readonly<Record<string, Role>>,
): Caller | undefined => {
  const person = people.all.find((each) => each.subject === subject);
  if (person?.active === false) return undefined;
  if (via.kind === 'team') return { subject, role: via.role, groups: via.groups };
  const said = Object.hasOwn(roles, subject) ? roles[subject] : undefined;
  const usual = subject === 'local' ? 'operator' : person === undefined ? undefined : 'approver';
  const role = said ?? usual;
  return role === undefined ? undefined : { subject, role, groups: person?.groups ?? [] };
};
