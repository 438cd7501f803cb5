import type { People } from '@callgate/gate';
import type { OperationCaller, OperationRole } from '@callgate/operations';
import { OPERATION_ROLES } from '@callgate/operations';
import { digestSecret } from '@callgate/http';
import type { ConsoleOidc } from '@callgate/gateway/config';
import type { ConsoleSettings } from './console-settings.ts';
import type { SignInMethod } from './stored-sign-in.ts';

const highest = (roles: readonly OperationRole[]): OperationRole | undefined =>
  OPERATION_ROLES.findLast((role) => roles.includes(role));

/** What groups may do. Undefined: nobody in them may enter. */
export const roleOfGroups = ({ roles }: ConsoleOidc, groups: readonly string[]): OperationRole | undefined =>
  highest(groups.flatMap((group) => (Object.hasOwn(roles, group) ? (roles[group] ?? []) : [])));

/** Sign-ins outlive a process: what another provider, or other claims, said of a person counts no longer. */
export const providerName = ({ issuer, clientId, subjectClaim, groupsClaim }: ConsoleOidc): string =>
  digestSecret(JSON.stringify([issuer, clientId, subjectClaim, groupsClaim]));

/** Who a person is here now. Undefined: they may not enter, or not any more. */
export const resolveCaller = (
  subject: string,
  via: SignInMethod,
  people: People,
  { roles, oidc }: Pick<ConsoleSettings, 'roles' | 'oidc'>,
): OperationCaller | undefined => {
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
